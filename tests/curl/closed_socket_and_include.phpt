--TEST--
A file that gets the number of a socket which curl has just closed is included without a switch to another coroutine
--EXTENSIONS--
curl
--FILE--
<?php
// schedules: any
use function Async\{await, delay, spawn};

$file = __DIR__ . '/closed_socket_and_include.inc';
file_put_contents($file, "<?php return 'included';\n");
$silent = stream_socket_server('tcp://127.0.0.1:0');
$multi = curl_multi_init();
curl_multi_add_handle($multi, $curl = curl_init('http://' . stream_socket_get_name($silent, false)));
$order = [];
$waits = spawn(function () use ($multi, &$curl, &$order) {
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 60);
    } while ($curl);
    $order[] = 'the wait has ended';
});
$closes = spawn(function () use ($multi, &$curl, $file, &$order) {
    delay(600);
    curl_multi_remove_handle($multi, $curl);
    $curl = null;
    curl_multi_close($multi);               // the other coroutine is ready now, and has not run yet
    $order[] = include $file;
});
await($closes);
await($waits);
echo implode(', ', $order), "\n";
?>
--CLEAN--
<?php
unlink(__DIR__ . '/closed_socket_and_include.inc');
?>
--EXPECT--
included, the wait has ended
