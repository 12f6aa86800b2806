--TEST--
The request ends while coroutines are inside libcurl: by exit, a fatal error, an exception, or cancellation of all (D15, D21, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();
$inc = var_export(__DIR__ . '/server.inc', true);
$start = <<<PHP
    require $inc;
    use function Async\{spawn, await, delay, suspend};
    \$url = '$url';
    \$share = curl_share_init();
    curl_share_setopt(\$share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
    \$waits = [
        fn() => get("\$url/silent"),
        fn() => get(str_replace('127.0.0.1', 'localhost', "\$url/silent"), [CURLOPT_SHARE => \$share]),
        fn() => get("\$url/parts/1/a/b/c", [CURLOPT_WRITEFUNCTION => function () { delay(100000); }]),
        fn() => get("\$url/late/1/x", [CURLOPT_HEADERFUNCTION => function () { await(spawn(fn() => delay(100000))); }]),
        function () use (\$url) {
            \$multi = curl_multi_init();
            curl_multi_add_handle(\$multi, \$handle = request("\$url/silent"));
            do {
                curl_multi_exec(\$multi, \$running);
                curl_multi_select(\$multi);
            } while (\$running);
        },
    ];
    \$all = array_map(fn(\$wait) => spawn(function () use (\$wait) {
        try {
            \$wait();
            echo "BROKEN: went on\n";
        } finally {
            echo '.';
        }
    }), \$waits);
    register_shutdown_function(function () use (\$url) {
        \$handle = request("\$url/late/1/afterwards");
        echo curl_exec(\$handle), "\n";
    });
    delay(getenv('ASYNC_TEST_TOOL') ? 3000 : 150);

    PHP;
show_php('exit', "$start exit(3);");
// These calls into libcurl never return: their memory is kept until the end of the process.
$options = getenv('ASAN_OPTIONS');
putenv("ASAN_OPTIONS=$options:detect_leaks=0");
show_php('fatal error', "$start ini_set('display_errors', 0); ini_set('log_errors', 0); trigger_error('x', E_USER_ERROR);");
putenv("ASAN_OPTIONS=$options");
show_php('exception', "$start ini_set('display_errors', 0); ini_set('log_errors', 0); throw new Exception('x');");
show_php('cancelled', "$start Async\\gracefulShutdown(); suspend();");
show_php('exit in a callback', "$start get(\"\$url/late/1/x\", [CURLOPT_WRITEFUNCTION => function () { exit(4); }]);");
?>
--EXPECT--
-- exit
afterwards
status 3
-- fatal error
afterwards
status 255
-- exception
.....afterwards
status 255
-- cancelled
.....afterwards
status 0
-- exit in a callback
afterwards
status 4
