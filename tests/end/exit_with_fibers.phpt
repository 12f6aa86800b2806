--TEST--
exit in a Fiber inside a coroutine, and while Fibers are parked, suspended, or running outside it (D15, D22)
--SKIPIF--
<?php
// A packaged PHP does not register the stacks of stock Fibers with valgrind: valgrind itself stops.
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip stock Fibers under valgrind');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('in a fiber in a coroutine', <<<'PHP'
Async\spawn(function () { try { Async\delay(100000); } finally { echo "never\n"; } });
Async\spawn(function () {
    $f = new Fiber(function () { Async\suspend(); exit(12); });
    try { $f->start(); } finally { echo "never\n"; }
});
Async\delay(100000);
PHP);
show_php('while another coroutine is parked in a fiber', <<<'PHP'
class D { function __destruct() { echo "destructor\n"; } }
Async\spawn(function () {
    $f = new Fiber(function () { $d = new D; try { Async\delay(100000); } finally { echo "never\n"; } });
    $f->start();
});
Async\suspend();
exit(13);
PHP);
show_php('with a suspended fiber', <<<'PHP'
Async\spawn(function () {
    $f = new Fiber(function () { Fiber::suspend(); });
    $f->start();
    Async\delay(100000);
});
Async\suspend();
exit(14);
PHP);
show_php('main itself in a fiber', <<<'PHP'
$f = new Fiber(function () {
    Async\spawn(function () { Async\delay(1); exit(15); });
    Async\delay(100000);
    echo "never\n";
});
$f->start();
echo "never\n";
PHP);
?>
--EXPECT--
-- in a fiber in a coroutine

status 12
-- while another coroutine is parked in a fiber
destructor
status 13
-- with a suspended fiber

status 14
-- main itself in a fiber

status 15
