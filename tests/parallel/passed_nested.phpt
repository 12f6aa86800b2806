--TEST--
Streams in arrays are passed, one that occurs twice is one stream in the worker, and results may have streams
--FILE--
<?php
use Async\ProcessPool;
use function Async\await;

$pool = new ProcessPool(fn(array $a, ...$named) => [
    $a[0] === $a['deep']['er'][7], $a[0] === ($named['name'] ?? 0), is_resource($a[1]), $a['ref'] === $a[0], $a['plain'],
    array_keys($a['deep']),
], workers: 1);
[$one, $two] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$array = [$one, $two, 'deep' => ['er' => [7 => $one], 'x' => 1], 'ref' => &$one, 'plain' => [1, ['a' => null]]];
echo json_encode(await($pool->submit($array, name: $one))), "\n";
echo implode(' ', array_map(get_debug_type(...), $array)), ' ', get_debug_type($array['deep']['er'][7]), "\n";
foreach ($pool->map([[$one, $two, 'deep' => ['er' => [7 => $two]], 'ref' => 1, 'plain' => 'map', 'x' => $two]]) as $row) {
    echo json_encode($row), "\n";
}

$pool = new ProcessPool(function (string $what) {
    $file = tmpfile();
    fwrite($file, "written in the worker\n");
    rewind($file);
    return $what === 'one' ? $file : ['file' => $file, 'again' => [$file], 'number' => 5];
}, workers: 1);
echo fgets(await($pool->submit('one')));
$result = await($pool->submit('array'));
echo fgets($result['again'][0]), json_encode([$result['file'] === $result['again'][0], $result['number']]), "\n";
foreach ($pool->map(['one', 'array']) as $result) {
    echo is_array($result) ? fgets($result['file']) : fgets($result);
}

// a stream waits cooperatively in the worker
$pool = new ProcessPool(function ($here, $there) {
    $reader = Async\spawn(fn() => fread($here, 100));
    Async\delay(1);
    fwrite($there, 'by another coroutine');
    return await($reader);
}, workers: 1);
echo await($pool->submit(...stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0))), "\n";
?>
--EXPECT--
[true,true,true,true,[1,{"a":null}],["er","x"]]
resource (stream) resource (stream) array resource (stream) array resource (stream)
[false,false,true,false,"map",["er"]]
written in the worker
written in the worker
[true,5]
written in the worker
written in the worker
by another coroutine
