--TEST--
fwrite() to a full socket waits for the reader as in stock PHP; other coroutines go on (P10, P11, IO-05)
--FILE--
<?php
use function Async\{spawn, await, delay};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$data = str_repeat('0123456789', 300000);
$written = null;
$writer = spawn(function () use ($a, $data, &$written) {
    $written = fwrite($a, $data);
    fclose($a);
});
delay(100);
echo 'waits: ';
var_dump($written === null);
$read = spawn(fn() => stream_get_contents($b));
var_dump(await($read) === $data);
await($writer);
var_dump($written === strlen($data));

echo "the reader goes away meanwhile\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$writer = spawn(function () use ($a, $data) {
    $r = @fwrite($a, $data);
    return [$r === false || $r < strlen($data), preg_replace('/\d+ bytes/', 'N bytes', error_get_last()['message'] ?? '')];
});
delay(50);
fclose($b);
var_dump(await($writer));
?>
--EXPECT--
waits: bool(true)
bool(true)
bool(true)
the reader goes away meanwhile
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(58) "fwrite(): Send of N bytes failed with errno=32 Broken pipe"
}
