--TEST--
examples/crawler.php: its own sites, many pages at a time but few of each host, links of a page, options (issue 6)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';

/** Run the example; its output without times and ports. */
function crawl(string $title, string $arguments): void
{
    $process = proc_open('exec ' . php_command(untraced($title === $arguments) . escapeshellarg(__DIR__ . '/../../examples/crawler.php') . " $arguments"),
        [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    // The order of the hosts is not defined.
    if ($title === 'some pages') {
        preg_match('/\d+ pages.*/', $output, $match);
        preg_match_all('~^http.* (\d+)$~m', $output, $atATime);
        $output = max($atATime[1]) <= 2 ? preg_replace('/ \d failed,/', '', $match[0]) . "\n" : $output;
    }
    echo "-- $title\n", preg_replace(['/127\.0\.0\.1:\d+/', '/Failed to connect.*/', '/ \d+\.\d\d s/', '/ +\d+ ms/', '/ +$/m', '/^Host +/m'],
        ['SITE', 'REASON', ' TIME s', ' TIME', '', 'Host '], $output), "status $status\n";
}

$start = hrtime(true);
crawl('its own sites', '');
$s = (hrtime(true) - $start) / 1e9;
// One after the other: 15 s.
echo $s < 8 || getenv('ASYNC_TEST_TOOL') ? '' : "took $s s\n";
crawl('some pages', '-n 20 --per-host=2 -c 3 -d 1');

$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($listener, false);
$pages = [
    '/robots.txt' => "User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /no/\n",
    '/a/b.html?c' => '<a href="../d">d</a> <A id=1 HREF=\'./e/../f?g&amp;h#i\'>f</A> <a href="//elsewhere.example/">x</a>'
        . '<a href="mailto:x@y">m</a> <a href="?j">j</a> <a href="#k">k</a> <a href="/no/never">l</a> <a href="">n</a>',
    '/d' => null,
    '/a/f?g&h' => 'plain',
    '/a/b.html?j' => '<a href="http://' . $address . '/moved">m</a>',
];
Async\spawn(function () use ($listener, $pages, $address) {
    while ($connection = stream_socket_accept($listener, -1)) {
        Async\spawn(function () use ($connection, $pages, $address) {
            while (preg_match('~^GET (\S+)~', (string) fgets($connection), $match)) {
                while (trim((string) fgets($connection)) !== '');
                $asked = $match[1];
                echo "$asked\n";
                $body = $pages[$asked] ?? '';
                $status = $asked === '/moved' ? "301 Moved\r\nLocation: /a/b.html?c" : (isset($pages[$asked]) ? '200 OK' : '404 No');
                fwrite($connection, "HTTP/1.1 $status\r\nContent-Type: text/html\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
            }
        });
    }
});
crawl('a site', "-p 1 http://$address/a/b.html?c");
$gone = stream_socket_server('tcp://127.0.0.1:0');
$nobody = stream_socket_get_name($gone, false);
fclose($gone);
crawl('nobody', "http://$nobody/");
foreach (['--what', '-c 0', '-c', '-t never', 'ftp://x/'] as $wrong) {
    crawl($wrong, $wrong);
}
exit;
?>
--EXPECT--
-- its own sites
Host Pages  Failed       Bytes  Mean time  At a time
http://SITE     101       1       12890 TIME          8
http://SITE     101       1       12890 TIME          8
http://SITE     101       1       12890 TIME          8

Failed: http://SITE/page/13: the server answered 404
Failed: http://SITE/page/13: the server answered 404
Failed: http://SITE/page/13: the server answered 404

303 pages of 3 hosts, 3 failed, 3 forbidden, in TIME s
status 0
-- some pages
20 pages of 3 hosts, 0 forbidden, in TIME s
status 0
/robots.txt
/a/b.html?c
/d
/a/f?g&h
/a/b.html?j
/moved
-- a site
Host Pages  Failed       Bytes  Mean time  At a time
http://SITE       5       1         253 TIME          1

Failed: http://SITE/d: the server answered 404

5 pages of 1 hosts, 1 failed, 1 forbidden, in TIME s
status 1
-- nobody
Host Pages  Failed       Bytes  Mean time  At a time
http://SITE       1       1           0 TIME          1

Failed: http://SITE/: REASON

1 pages of 1 hosts, 1 failed, 0 forbidden, in TIME s
status 1
-- --what
crawler: unknown option --what
crawler --help shows how it is used
status 2
-- -c 0
crawler: --concurrency must be a number from 1 on, not "0"
crawler --help shows how it is used
status 2
-- -c
crawler: -c needs a value
crawler --help shows how it is used
status 2
-- -t never
crawler: --timeout must be a number from 0.001 on, not "never"
crawler --help shows how it is used
status 2
-- ftp://x/
crawler: "ftp://x/" is not a URL with http:// or https://
crawler --help shows how it is used
status 2
