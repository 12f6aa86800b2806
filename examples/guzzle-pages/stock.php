<?php
/*
 * 50 pages with Guzzle: one after the other.
 *
 *     php stock.php VENDOR_FOLDER URL
 */
declare(strict_types=1);

require "$argv[1]/autoload.php";

$client = new GuzzleHttp\Client(['base_uri' => $argv[2]]);
$fetch = fn(int $number): string => (string) $client->get("/page/$number")->getBody();

$start = microtime(true);
$pages = array_map($fetch, range(1, 50));

printf("%d pages in %.2f s; the last one: %s\n", count($pages), microtime(true) - $start, $pages[49]);
