<?php
/*
 * 50 pages with Guzzle: all at once. One line differs from stock.php.
 *
 *     php -d extension=async async.php VENDOR_FOLDER URL
 */
declare(strict_types=1);

require "$argv[1]/autoload.php";

$client = new GuzzleHttp\Client(['base_uri' => $argv[2]]);
$fetch = fn(int $number): string => (string) $client->get("/page/$number")->getBody();

$start = microtime(true);
$pages = Async\awaitAllOrFail(array_map(fn($number) => Async\spawn($fetch, $number), range(1, 50)));

printf("%d pages in %.2f s; the last one: %s\n", count($pages), microtime(true) - $start, $pages[49]);
