--TEST--
Where igbinary serializes for a process pool, streams are passed as arguments and results, and refused with the reason
--EXTENSIONS--
igbinary
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\await;

class Holder
{
    public function __construct(public mixed $held, public string $text = '')
    {
    }
}
class Incomplete
{
    public function __sleep(): array
    {
        return ['missing'];
    }
}
$refused = function (Closure $call) {
    try {
        $call();
        echo "taken\n";
    } catch (AsyncException $e) {
        echo preg_replace('/#\d+/', '#N', $e->getMessage()), "\n";
    }
};
$count = fn() => is_dir('/proc/self/fd') ? count(scandir('/proc/self/fd')) : 0;

$pool = new ProcessPool(function (string $what, mixed ...$values) {
    switch ($what) {
        case 'line':
            return [fgets($values['deep'][0]), $values['deep'][0] === $values['again']['er'], $values['holder']->text];
        case 'make':
            fwrite($file = tmpfile(), "written in the worker\n");
            rewind($file);
            return ['file' => $file, 'again' => [$file], 'holder' => new Holder([1], $values[0])];
        case 'memory':
            return [1, fopen('php://memory', 'r')];
    }
    return get_debug_type($values[0]->held);
}, workers: 1);
await($pool->submit('type', new Holder(1)));

echo "-- it is igbinary that serializes\n";
set_error_handler(fn(int $level, string $text) => print(strtok($text, '(') . "\n"));
$pool->submit('type', new Incomplete)->cancel();
echo await($pool->submit('type', new Holder(STDERR))), "\n";     // in objects streams are not found
restore_error_handler();

echo "-- arguments\n";
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($there, "through igbinary\n");
$before = $count();
$text = str_repeat('text ', 10000);                              // it goes through shared memory
[$line, $is_one, $back] = await($pool->submit('line', deep: [$here], again: ['er' => &$here], holder: new Holder(2, $text)));
echo json_encode([$line, $is_one, $back === $text, get_resource_type($here)]), "\n";
$refused(fn() => $pool->submit('line', deep: [$here, fopen('php://memory', 'r')]));
$refused(fn() => $pool->submit('line', deep: [$here], again: stream_context_create()));
foreach ([fn() => 1, [new Holder(1), fn() => 1]] as $closure) {
    try {
        $pool->submit('line', deep: [$here], again: $closure);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
echo $count() - $before, " more descriptors\n";

echo "-- results\n";
$result = await($pool->submit('make', $text));
echo fgets($result['again'][0]);
echo json_encode([$result['file'] === $result['again'][0], $result['holder']->held, $result['holder']->text === $text]), "\n";
$refused(fn() => await($pool->submit('memory')));
fwrite($there, "and again\n");
echo await($pool->submit('line', deep: [$here], again: ['er' => 0], holder: new Holder(3)))[0];
?>
--EXPECT--
-- it is igbinary that serializes
igbinary_serialize
igbinary_serialize
null
-- arguments
["through igbinary\n",true,true,"stream"]
Cannot pass stream #N (MEMORY) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass a resource of type stream-context to another process: make it there
Serialization of 'Closure' is not allowed
Serialization of 'Closure' is not allowed
0 more descriptors
-- results
written in the worker
[true,[1],true]
Cannot pass stream #N (MEMORY) to another process: it has no descriptor. Pass what is in it, or open it there
and again
