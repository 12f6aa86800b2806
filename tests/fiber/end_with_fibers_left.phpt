--TEST--
Fibers still suspended at the end are unwound once; a coroutine can end while its Fiber is suspended elsewhere (D22, P8)
--SKIPIF--
<?php
// A packaged PHP does not register the stacks of stock Fibers with valgrind: valgrind itself stops.
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip stock Fibers under valgrind');
?>
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Keep { public static $fibers = []; }
spawn(function () {
    $f = Keep::$fibers[] = new Fiber(function () { try { Fiber::suspend(); } finally { echo "fiber of an ended coroutine\n"; } });
    $f->start();
});
$mine = new Fiber(function () { try { Fiber::suspend(); } finally { echo "fiber of main\n"; } });
$mine->start();
suspend();
$never = new Fiber(function () { echo "never started\n"; });
echo "main ends\n";
// schedules: any
?>
--EXPECTF--
main ends
fiber of %s
fiber of %s
