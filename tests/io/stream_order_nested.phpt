--TEST--
A coroutine can use the stream again during its turn: filters, wrappers, callbacks; cycles are reported (D28, DL-01)
--FILE--
<?php
use function Async\{spawn, await, suspend};
require __DIR__ . '/slow_stream.inc';

echo "a wrapper that uses an inner stream\n";
class Outer extends SlowStream
{
    public static $inner;

    public function stream_read(int $size): string
    {
        return (string) fgets(self::$inner);
    }

    public function stream_eof(): bool
    {
        return feof(self::$inner);
    }
}
stream_wrapper_register('outer', 'Outer');
Outer::$inner = slow("one\ntwo\nthree\n");
$outer = fopen('outer://o', 'r');
$a = spawn(fn() => fgets($outer));
$b = spawn(fn() => fgets(Outer::$inner));
$lines = [await($a), await($b), fgets($outer)];
sort($lines);
echo implode($lines);

echo "a filter that writes to and reads from its own stream\n";
class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        static $was_inside = false;
        while ($bucket = stream_bucket_make_writeable($in)) {
            suspend();
            if (!$was_inside) {
                $was_inside = true;
                echo 'inside: ', var_export(ftell($this->stream), true), ' ', fgets($this->params);
            }
            $bucket->data = strtoupper($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('upper', 'Filter');
$s = slow("to be read meanwhile\n");
stream_filter_append($s, 'upper', STREAM_FILTER_WRITE, $s);
$a = spawn(fn() => fwrite($s, "first\n"));
$b = spawn(fn() => fwrite($s, "second\n"));
echo await($a), ' ', await($b), "\n", written($s);

echo "a look at the end inside a read\n";
$s = slow("a line\n");
SlowStream::$before = function (string $name, string $what) use ($s) {
    if ($what === 'read') {
        SlowStream::$before = null;
        echo 'inside: ', json_encode(feof($s)), "\n";
    }
};
echo json_encode(await(spawn(fn() => fgets($s)))), "\n";

echo "in a Fiber\n";
$s = slow("by the Fiber\nby the coroutine\n");
$c = spawn(function () use ($s) {
    $fiber = new Fiber(fn() => fgets($s));
    $fiber->start();
    return [$fiber->getReturn(), fgets($s)];
});
$other = spawn(fn() => fgets($s));
echo json_encode(await($c)), json_encode(await($other)), "\n";

echo "a Fiber that is left in the middle\n";
$s = slow("a\nb\n");
$c = spawn(function () use ($s, &$fiber) {
    SlowStream::$before = fn() => Fiber::suspend();
    $fiber = new Fiber(fn() => fgets($s));
    $fiber->start();
    SlowStream::$before = null;
    return 'over';
});
echo await($c), "\n";
unset($c);
gc_collect_cycles();
$other = spawn(fn() => fgets($s));
suspend();
echo $other->getAwaitingInfo()['class'], "\n";
$fiber = null;
echo json_encode(await($other)), "\n";

echo "a circle\n";
set_error_handler(function ($type, $message) {
    echo preg_replace(['/#\d+/', '/spawned at \S+(, by coroutine [^,]*)?/', '/suspended at \S+:/', '/\(\d+\)/'], ['#N', 'spawned', 'suspended in line '], $message), "\n";
    return true;
});
$a = slow("a\n");
$b = slow("b\n");
SlowStream::$before = function (string $name, string $what) use ($a, $b) {
    if (!isset($GLOBALS['crossed'][$name])) {
        $GLOBALS['crossed'][$name] = true;
        suspend();
        fgets($name === substr(stream_get_meta_data($a)['uri'], 7) ? $b : $a);
    }
};
spawn(fn() => fgets($a));
spawn(fn() => fgets($b));
?>
--EXPECTF--
a wrapper that uses an inner stream
one
three
two
a filter that writes to and reads from its own stream
inside: 0 to be read meanwhile
6 7
FIRST
SECOND
a look at the end inside a read
inside: false
"a line\n"
in a Fiber
["by the Fiber\n",false]"by the coroutine\n"
a Fiber that is left in the middle
over
turn to read from a stream
"a\n"
a circle
Deadlock: coroutine #N spawned by the main script, suspended in line %d, waits for turn to read from a stream, held by coroutine #N; cycle: #N -> #N -> #N
Deadlock: coroutine #N spawned by the main script, suspended in line %d, waits for turn to read from a stream, held by coroutine #N; cycle: #N -> #N -> #N

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %s
Stack trace:
#0 {main}
  thrown in %s on line %d
