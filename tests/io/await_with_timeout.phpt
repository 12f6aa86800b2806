--TEST--
await(…, timeout()) ends the wait for a coroutine in a blocking call in time; the call itself goes on (D3, D24)
--FILE--
<?php
use function Async\{spawn, await, timeout, delay};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($listener, false);
$calls = [
    'usleep' => [fn() => usleep(300000), null],
    'sleep' => [fn() => sleep(1), 0],
    'fread' => [fn() => fread($a, 10), 'done'],
    'fgets' => [fn() => fgets($c), "done\n"],
    'file_get_contents' => [fn() => file_get_contents("http://$address/"), 'done'],
];
foreach ($calls as $name => [$call]) {
    $coroutine = $pending[$name] = spawn($call);
    $start = hrtime(true);
    try {
        await($coroutine, timeout(30));
        echo "$name: not in time\n";
    } catch (Async\AwaitCancelledException $e) {
        $ms = (hrtime(true) - $start) / 1e6;
        echo "$name: ", get_class($e->getPrevious()), $ms >= 30 && $ms < (getenv('ASYNC_TEST_TOOL') ? 2500 : 250) ? '' : " after $ms ms",
            $coroutine->isCompleted() ? ' and over' : '', "\n";
    }
}
fwrite($b, 'done');
fwrite($d, "done\n");
$s = stream_socket_accept($listener);
fwrite($s, "HTTP/1.0 200 OK\r\n\r\ndone");
fclose($s);
foreach ($calls as $name => [, $result]) {
    var_dump(await($pending[$name]) === $result);
}
?>
--EXPECT--
usleep: Async\TimeoutException
sleep: Async\TimeoutException
fread: Async\TimeoutException
fgets: Async\TimeoutException
file_get_contents: Async\TimeoutException
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
