--TEST--
A coroutine's values that print on release: after its body, with its result, at the end of the request (docs/design.md "Contexts and stacks")
--SKIPIF--
<?php
if (!is_writable('/dev/full')) die('skip /dev/full is not there');
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

// A stream with buffered data that it cannot write: it raises a notice when it is closed.
function stuck()
{
    $stream = fopen('/dev/full', 'w');
    stream_filter_append($stream, 'convert.base64-encode', STREAM_FILTER_WRITE);
    fwrite($stream, 'a');
    return $stream;
}

echo "-- argument";
$coroutine = spawn(fn($stream) => 1, stuck());
await($coroutine);

echo "-- result";
spawn(stuck(...));
suspend();
unset($coroutine);
suspend();

echo "-- own context";
spawn(fn() => Async\coroutineContext()->set('stream', stuck()));
suspend();

class Last
{
    function __destruct()
    {
        echo "-- trace of a destructor\n";
        debug_print_backtrace();
    }
}
spawn(fn($last) => 1, new Last);
suspend();

echo "-- of main, at the end";
Async\coroutineContext()->set('stream', stuck());
?>
--EXPECTF--
-- argument
Notice: Unknown: Write of 4 bytes failed with errno=28 No space left on device in Unknown on line 0
-- result
Notice: Unknown: Write of 4 bytes failed with errno=28 No space left on device in Unknown on line 0
-- own context
Notice: Unknown: Write of 4 bytes failed with errno=28 No space left on device in Unknown on line 0
-- trace of a destructor
#0 [internal function]: Last->__destruct()
-- of main, at the end
Notice: %s: Write of 4 bytes failed with errno=28 No space left on device in %s on line %d
