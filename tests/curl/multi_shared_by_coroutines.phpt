--TEST--
A multi handle of several coroutines: curl_multi_select() does not wait for what curl_multi_exec() of another one took
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, spawn, timeout};
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();

$multi = curl_multi_init();
$done = [];
$get = function (int $i) use ($multi, $url, &$done) {
    $handle = curl_init("$url/late/0/text$i");
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    curl_multi_add_handle($multi, $handle);
    $id = spl_object_id($handle);
    while (true) {
        curl_multi_exec($multi, $count);
        while ($message = curl_multi_info_read($multi)) {
            $done[spl_object_id($message['handle'])] = true;
        }
        if (isset($done[$id])) {
            break;
        }
        curl_multi_select($multi, 60);
    }
    unset($done[$id]);
    curl_multi_remove_handle($multi, $handle);
    return str_contains(curl_multi_getcontent($handle), "text$i");
};
$right = 0;
for ($round = 0; $round < 30; $round++) {
    $all = [];
    for ($i = 0; $i < 10; $i++) {
        $all[] = spawn($get, 10 * $round + $i);
    }
    foreach ($all as $coroutine) {
        $right += await($coroutine, timeout(30000));
    }
}
echo "$right\n";
?>
--EXPECT--
300
