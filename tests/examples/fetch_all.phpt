--TEST--
examples/fetch-all.php: its own server, URLs, files and standard input, failing requests, exit status, bad options (main job)
--FILE--
<?php
require __DIR__ . '/server.inc';
$address = start_hello();

/** Run the example; its output without times and ports. */
function fetch_all(string $title, string $arguments, string $stdin = ''): void
{
    $process = proc_open('exec ' . php_command(untraced($title === $arguments) . escapeshellarg(__DIR__ . '/../../examples/fetch-all.php') . " $arguments"),
        [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    fwrite($pipes[0], $stdin);
    fclose($pipes[0]);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    echo "-- $title\n", preg_replace(['/127\.0\.0\.1:\d+/', '/ \d+\.\d\d s/', '/within 8 s/'], ['SERVER', ' TIME s', 'within 2 s'], $output), "status $status\n";
}

$start = hrtime(true);
// Longer where the start of a program takes longer.
$limit = getenv('ASYNC_TEST_TOOL') ? 8 : 2;
fetch_all('its own server', "-t $limit");
$s = (hrtime(true) - $start) / 1e9;
echo $s < 3.5 || getenv('ASYNC_TEST_TOOL') ? '' : "took $s s\n";
fetch_all('URLs', "http://$address/ http://$address/slow http://$address/?q=1");
$directory = sys_get_temp_dir() . '/async-fetch-' . getmypid();
fetch_all('standard input, saved', "-c1 --output=$directory - http://$address/nowhere", "# comment\n\nhttp://$address/\r\n  http://$address/slow  \n");
foreach (glob("$directory/*") as $file) {
    echo basename($file), ': ', file_get_contents($file);
    unlink($file);
}
rmdir($directory);
fetch_all('a limit', "--timeout 0.2 http://$address/slow");
foreach (['--what', '-c 0', '-c', '-t never', '/no/such/file', '-'] as $wrong) {
    fetch_all($wrong, $wrong, "ftp://x\n");
}
fetch_all('no URL', '-', "# nothing\n");
?>
--EXPECT--
-- its own server
Status  Bytes      Time  URL
200      7007    TIME s  http://SERVER/page/1
200      7014    TIME s  http://SERVER/page/2
200      7021    TIME s  http://SERVER/page/3
200      7028    TIME s  http://SERVER/page/4
200      7035    TIME s  http://SERVER/page/5
200      7042    TIME s  http://SERVER/page/6
200      7049    TIME s  http://SERVER/page/7
200      7056    TIME s  http://SERVER/page/8
200      7063    TIME s  http://SERVER/page/9
200      8080    TIME s  http://SERVER/page/10
200      9000    TIME s  http://SERVER/slow/0.5
200      9009    TIME s  http://SERVER/slow/1.0
200      9009    TIME s  http://SERVER/slow/1.5
200      8088    TIME s  http://SERVER/redirect
404         8    TIME s  http://SERVER/missing
-           0    TIME s  http://SERVER/reset
200        14    TIME s  http://SERVER/short
-           0    TIME s  http://SERVER/never
-           0    TIME s  http://SERVER/refused

Failed: http://SERVER/missing: the server answered 404 Not Found
Failed: http://SERVER/reset: HTTP request failed!
Failed: http://SERVER/short: the connection ended after 14 of 1000 bytes
Failed: http://SERVER/never: not done within 2 s
Failed: http://SERVER/refused: Connection refused

14 downloaded, 5 failed, 106523 bytes in TIME s
status 0
-- URLs
Status  Bytes      Time  URL
200        14    TIME s  http://SERVER/
200        14    TIME s  http://SERVER/slow
200        14    TIME s  http://SERVER/?q=1

3 downloaded, 0 failed, 42 bytes in TIME s
status 0
-- standard input, saved
Status  Bytes      Time  URL
200        14    TIME s  http://SERVER/
200        14    TIME s  http://SERVER/slow
404        26    TIME s  http://SERVER/nowhere

Failed: http://SERVER/nowhere: the server answered 404 Not Found

2 downloaded, 1 failed, 54 bytes in TIME s
status 1
001-index: Hello, World!
002-slow: Hello, World!
-- a limit
Status  Bytes      Time  URL
-           0    TIME s  http://SERVER/slow

Failed: http://SERVER/slow: not done within 0.2 s

0 downloaded, 1 failed, 0 bytes in TIME s
status 1
-- --what
fetch-all: unknown option --what
fetch-all --help shows how it is used
status 2
-- -c 0
fetch-all: --concurrency must be a whole number from 1 on, not "0"
fetch-all --help shows how it is used
status 2
-- -c
fetch-all: -c needs a value
fetch-all --help shows how it is used
status 2
-- -t never
fetch-all: --timeout must be a number of seconds up to 86400, not "never"
fetch-all --help shows how it is used
status 2
-- /no/such/file
fetch-all: "/no/such/file" is neither a URL with http:// or https:// nor a file: No such file or directory
fetch-all --help shows how it is used
status 2
-- -
fetch-all: standard input, line 1: not an http or https URL: ftp://x
fetch-all --help shows how it is used
status 2
-- no URL
fetch-all: there is no URL in -
fetch-all --help shows how it is used
status 2