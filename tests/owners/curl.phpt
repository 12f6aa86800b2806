--TEST--
Owners: curl: easy and multi handles have owners; a coroutine that only waits for transfers owns no handle (D28)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/../curl/server.inc';
require __DIR__ . '/../inc/owner_cases.inc';
use function Async\{await, spawn, suspend};

$url = 'http://' . http_server();
$handle = curl_init("$url/late/100/first");
curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
$order = [];
$exec = function (string $name) use ($handle, &$order) {
    $answer = curl_exec($handle);
    $order[] = $name;
    return $answer;
};
side_by_side('transfers', [fn() => $exec('a'), fn() => $exec('b'), fn() => $exec('c')]);
echo 'order: ', implode(' ', $order), "\n";
side_by_side('settings', [
    fn() => curl_exec($handle),
    fn() => curl_setopt($handle, CURLOPT_URL, "$url/late/100/second"),
    fn() => curl_exec($handle),
    fn() => curl_setopt_array($handle, [CURLOPT_URL => "$url/late/1/third"]),
    fn() => curl_exec($handle),
]);
curl_setopt($handle, CURLOPT_URL, "$url/connection/1");
echo 'one connection for all: ', curl_exec($handle), "\n";

// Copies are handles of their own; a call that only reads does not wait.
curl_setopt($handle, CURLOPT_URL, "$url/late/200/original");
$copy = curl_copy_handle($handle);
curl_setopt($copy, CURLOPT_URL, "$url/late/1/copy");
$order = [];
side_by_side('a copy', [
    fn() => $exec('original'),
    function () use ($copy, $handle, &$order) {
        $answer = [curl_exec($copy), curl_getinfo($handle, CURLINFO_EFFECTIVE_URL) !== ''];
        $order[] = 'copy';
        return $answer;
    },
]);
echo 'order: ', implode(' ', $order), "\n";
refusal(fn() => curl_exec($handle), fn() => curl_setopt($handle, CURLOPT_URL, $url));
refusal(fn() => curl_exec($handle), fn() => curl_exec($handle));

// A callback of the owner can use its handle; other coroutines wait for the end of the transfer.
curl_setopt($handle, CURLOPT_WRITEFUNCTION, function ($handle, $data) {
    pause();
    return strlen($data);
});
side_by_side('callbacks', [
    fn() => curl_exec($handle),
    fn() => curl_setopt($handle, CURLOPT_RETURNTRANSFER, true),
    fn() => curl_exec($handle),
]);

// One coroutine drives the transfers of a multi handle, another one adds some while it waits.
$multi = curl_multi_init();
$add = function (string $text) use ($multi, $url) {
    $one = curl_init("$url/late/50/$text");
    curl_setopt($one, CURLOPT_RETURNTRANSFER, true);
    return [curl_multi_add_handle($multi, $one), $one];
};
[, $ones[]] = $add('one');
$drive = spawn(function () use ($multi) {
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 5);
    } while ($running);
});
suspend();
[$status, $ones[]] = await(spawn(fn() => $add('two')));
$drive2 = spawn(function () use ($multi) {
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 0.02);
    } while ($running);
});
await($drive);
await($drive2);
echo "multi: $status ", implode(' ', array_map(curl_multi_getcontent(...), $ones)), "\n";

// The extension forgets what a handle has received when it is added, and frees handles when a multi handle is closed.
$one = curl_init("$url/parts/50/a/b/c");
curl_setopt($one, CURLOPT_RETURNTRANSFER, true);
$multi = curl_multi_init();
side_by_side('added', [
    fn() => curl_exec($one),
    fn() => Async\delay(75) ?? curl_multi_add_handle($multi, $one),
]);
$multi = curl_multi_init();
$one = curl_init("$url/parts/50/a/b/c");
$is_inside = false;
curl_setopt($one, CURLOPT_WRITEFUNCTION, function ($one, $data) use (&$is_inside) {
    $one = null;
    $is_inside = true;
    Async\delay(50);
    return strlen($data);
});
curl_multi_add_handle($multi, $one);
unset($one);
side_by_side('closed', [
    function () use ($multi) {
        do {
            curl_multi_exec($multi, $running);
            curl_multi_select($multi, 0.02);
        } while ($running);
    },
    function () use ($multi, &$is_inside) {
        while (!$is_inside) {
            Async\delay(1);
        }
        curl_multi_close($multi);
        return 'in turn';
    },
]);
?>
--EXPECT--
transfers: ["first","first","first"]
order: a b c
settings: ["first",true,"second",true,"third"]
one connection for all: 1
a copy: ["original",["copy",true]]
order: copy original
The cURL handle is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: "original"
The cURL handle is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: "original"
callbacks: [true,true,"original"]
multi: 0 one two
added: ["abc",0]
closed: [null,"in turn"]
