--TEST--
A stream of a transfer is closed by another coroutine while a callback of curl_multi_exec() waits: the close waits for the end of the call
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

$name = sys_get_temp_dir() . '/async' . uniqid();
file_put_contents("$name.in", str_repeat('x', 300000));
$multi = curl_multi_init();

$waits = curl_init("file://$name.in");
$waited = false;
curl_setopt($waits, CURLOPT_WRITEFUNCTION, function ($handle, string $data) use (&$waited) {
    if (!$waited) {
        $waited = true;
        echo "waits\n";
        delay(20);
        echo "goes on\n";
    }
    return strlen($data);
});
curl_multi_add_handle($multi, $waits);
// More than the streams of one handle.
$streams = [];
for ($i = 0; $i < 8; $i++) {
    $streams[$i] = fopen("$name.$i", 'w');
    $handle = curl_init("file://$name.in");
    curl_setopt($handle, CURLOPT_FILE, $streams[$i]);
    curl_multi_add_handle($multi, $handle);
}
$transfers = spawn(function () use ($multi) {
    do {
        curl_multi_exec($multi, $count);
    } while ($count > 0);
});
while (!$waited) {
    delay(1);
}
foreach ($streams as $stream) {
    fclose($stream);
}
echo "closed\n";
await($transfers);
for ($i = 0; $i < 8; $i++) {
    clearstatcache();
    echo filesize("$name.$i") > 0 ? 'written' : 'BROKEN', "\n";
    unlink("$name.$i");
}
unlink("$name.in");
?>
--EXPECT--
waits
goes on
closed
written
written
written
written
written
written
written
written
