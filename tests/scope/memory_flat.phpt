--TEST--
The memory of 100,000 scopes, created and dropped, stays flat for every kind of end (SC-01, P13)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\suspend;

$kinds = [
    'dropped' => function () { new Scope; },
    'with data' => function () { $s = new Scope; $s->set('k', [1, 2, 3]); $s->setExceptionHandler(fn($e) => 1); },
    'with a callback' => function () { $s = new Scope; $s->onFinally(fn() => 1); },
    'cancelled' => function () { $s = new Scope; $c = Scope::inherit($s); $s->cancel(); },
    'child' => function () { Scope::inherit(Scope::inherit()); },
    'awaited' => function () { $s = new Scope; $s->spawn(fn() => 1); $s->awaitCompletion(); },
    'cancelled coroutine' => function () { $s = new Scope; $s->spawn(fn() => suspend()); suspend(); $s->cancel(); },
    'zombie' => function () { $s = new Scope; $s->spawn(fn() => suspend()); @$s->disposeSafely(); },
    'failure' => function () { $s = new Scope; $s->spawn(function () { throw new Exception; }); try { $s->awaitCompletion(); } catch (Exception) {} },
    'bounded' => function () { $s = (new BoundedScope)->withTimeout(100000); $s->spawnAndBound(fn() => 1); $s->awaitCompletion(); },
    'cycle' => function () { $s = new Scope; $s->set('self', $s); $s->setExceptionHandler(fn($e) => $s); },
];
$n = getenv('ASYNC_TEST_TOOL') ? 200 : 10000;
foreach ($kinds as $name => $kind) {
    $run = function (int $n) use ($kind) {
        for ($i = 0; $i < $n; $i++) { $kind(); if ($i % 100 === 0) suspend(); }
        for ($i = 0; $i < 5; $i++) suspend();
        gc_collect_cycles();
    };
    // Tables of the engine grow once, to hold as many objects.
    $run($n);
    $before = memory_get_usage();
    $run($n);
    $grown = memory_get_usage() - $before;
    if ($grown > 20000) echo "$name: $grown bytes more\n";
}
var_dump(count(Scope::global()->getChildScopes()), Async\stats()['timers']);
?>
--EXPECT--
int(0)
int(0)
