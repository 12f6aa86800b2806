--TEST--
Memory of contexts is freed: no growth over many rounds; an empty context is small (CX-16, CL-04)
--FILE--
<?php
use function Async\{spawn, await, coroutineContext, currentContext};

function round_of_all() {
    $key = new Async\Key('k');
    await(spawn(function () use ($key) {
        coroutineContext()->set('a', str_repeat('x', 1000))->set($key, [new stdClass])->set('w', WeakReference::create($key));
        coroutineContext()->find('w');
        coroutineContext()->unset('a')->set('b', coroutineContext());
    }));
    $c = spawn(fn() => 1);
    $c->getContext()->set('y', str_repeat('y', 1000));
    $c->cancel();
    Async\suspend();
    currentContext()->set('a', str_repeat('z', 1000))->set($key, $key)->set(new stdClass, 1);
    print_r(currentContext(), true);
    currentContext()->dispose();
    gc_collect_cycles();
}
for ($i = 0; $i < 20; $i++) round_of_all();
$before = memory_get_usage();
for ($i = 0; $i < 200; $i++) round_of_all();
var_dump(memory_get_usage() - $before < 2000);

$list = [];
for ($i = 0; $i < 1000; $i++) $list[] = spawn(fn() => 1);
$before = memory_get_usage();
foreach ($list as $c) $c->getContext();
$each = (memory_get_usage() - $before) / 1000;
var_dump(PHP_DEBUG || $each <= 80 ?: $each);
?>
--EXPECT--
bool(true)
bool(true)
