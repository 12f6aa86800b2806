--TEST--
Several coroutines in gethostbyname() at the same time: each one owns PHP's single buffer while it waits (D35, P10)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require dirname(__DIR__) . '/dns/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require dirname(__DIR__) . '/dns/names.inc';
use function Async\{await, spawn};
own_names();

// The first coroutine gets its answer last, and some are cancelled or get no answer in between.
$names = ['d300.a.test', 'd250.nobody.test', 'd200.multi.test', 'd150.a.test', 'd100.multi.test', 'd50.nobody.test', 'a.test'];
$expected = array_map(gethostbynamel(...), $names);
for ($round = 0; $round < 3; $round++) {
    $answers = array_map(fn($name) => spawn(gethostbynamel(...), $name), $names);
    $cancelled = spawn(gethostbynamel(...), 'd400.a.test');
    await($answers[6]);
    $cancelled->cancel();
    var_dump(array_map(Async\await(...), $answers) === $expected);
}
// A lookup that does not wait, while others do.
$waiting = spawn(gethostbynamel(...), 'd200.multi.test');
Async\suspend();
gethostbyname('127.0.0.1');
var_dump(await($waiting) === $expected[2]);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
