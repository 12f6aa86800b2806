--TEST--
A TaskGroup that is dropped with unfinished tasks cancels them with a warning; triggers hold it until they have fired (D40, TG-39)
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncCancellation};
use function Async\{await, suspend, spawn};

set_error_handler(function ($level, $message, $file, $line) {
    global $told;
    $told[] = $message;
    return true;
});
function settle() { for ($i = 0; $i < 8; $i++) suspend(); }
function filled(int $n = 2, ...$arguments): TaskGroup {
    $group = new TaskGroup(...$arguments);
    for ($i = 0; $i < $n; $i++) {
        $group->spawn(function () { for ($i = 0; $i < 4; $i++) suspend(); $GLOBALS['ended']++; return 'done'; });
    }
    return $group;
}
function told(string $what): void {
    global $told, $ended;
    settle();
    gc_collect_cycles();
    settle();
    $words = array_map(fn($m) => preg_match('~^TaskGroup created at \S+dropped\.php:12 was dropped: (\d+) unfinished~', $m, $n)
        ? "warned of $n[1]" : $m, $told);
    printf("%-22s %-12s %d ended\n", $what, implode(', ', $words) ?: 'silent', $ended);
    $told = [];
    $ended = 0;
}
class Holder { public $group; public $self; }
$told = [];
$ended = 0;
/* Every way to drop it. */
$ways = [
    'unset' => function () { $g = filled(); unset($g); },
    'end of function' => function () { $g = filled(); suspend(); },
    'never stored' => function () { filled(); },
    'assigned' => function () { $g = filled(); $g = null; },
    'in an array' => function () { $a = [filled()]; array_pop($a); },
    'in a cycle' => function () { $h = new Holder(); $h->self = $h; $h->group = filled(); unset($h); gc_collect_cycles(); },
    'exception' => function () { try { (function () { $g = filled(); throw new Exception(); })(); } catch (Exception) {} },
    'with a limit' => function () { filled(3, concurrency: 1); },
    'shared scope' => function () { $s = new Scope(); filled(2, $s); settle(); },
    'closed' => function () { $g = filled(); $g->close(); },
    'result of a coroutine' => function () { spawn(fn() => filled()); settle(); },
    /* The user's code has said so, or got its answer, or the tasks are being cancelled already. */
    'disposed' => function () { $g = filled(); $g->dispose(); },
    'cancelled' => function () { $g = filled(); $g->cancel(); },
    'scope cancelled' => function () { $s = new Scope(); $g = filled(2, $s); $s->cancel(); unset($g); },
    'coroutine cancelled' => function () { $c = spawn(function () { $g = filled(); suspend(); suspend(); }); suspend(); $c->cancel(); settle(); },
    'error thrown' => function () { $g = filled(); $g->spawn(fn() => throw new Exception()); try { await($g); } catch (Exception) {} },
    'over' => function () { $g = filled(); await($g); },
    'empty' => function () { filled(0); },
    'held by its task' => function () { $g = filled(); $g->spawn(function () use ($g) { settle(); }); },
    'iterated' => function () { foreach (filled() as [$r]); },
    'awaited' => function () { await(filled()); },
];
foreach ($ways as $name => $way) {
    $way();
    told($name);
}
/* Every trigger holds its group until it has fired or is dropped. */
foreach (['all', 'race', 'any', 'firstResult'] as $kind) {
    await(filled()->$kind());
    told("await $kind()");
    $trigger = filled()->$kind();
    settle();
    told("held by $kind()");
    await($trigger);
    unset($trigger);
    $trigger = ($group = filled())->$kind();
    $weak = WeakReference::create($group);
    unset($group);
    await($trigger);
    echo $weak->get() ? 'WRONG: held' : 'free', ' ';
    told("fired $kind()");
    await(Async\any([filled(1)->$kind()]));
    told("any of $kind()");
    filled()->$kind();
    told("dropped $kind()");
}
/* The handler may throw: the code that drops the group gets it. */
set_error_handler(fn($level, $message) => throw new ErrorException($message));
try {
    $group = filled();
    unset($group);
} catch (ErrorException $e) {
    echo 'thrown ', substr($e->getMessage(), 0, 20), "\n";
}
spawn(fn() => filled());
settle();
?>
--EXPECTF--
unset                  warned of 2  0 ended
end of function        warned of 2  0 ended
never stored           warned of 2  0 ended
assigned               warned of 2  0 ended
in an array            warned of 2  0 ended
in a cycle             warned of 2  0 ended
exception              warned of 2  0 ended
with a limit           warned of 3  0 ended
shared scope           warned of 2  0 ended
closed                 warned of 2  0 ended
result of a coroutine  warned of 2  0 ended
disposed               silent       0 ended
cancelled              silent       0 ended
scope cancelled        silent       0 ended
coroutine cancelled    silent       0 ended
error thrown           silent       0 ended
over                   silent       2 ended
empty                  silent       0 ended
held by its task       silent       2 ended
iterated               silent       2 ended
awaited                silent       2 ended
await all()            silent       2 ended
held by all()          silent       2 ended
free fired all()            silent       2 ended
any of all()           silent       1 ended
dropped all()          warned of 2  0 ended
await race()           silent       2 ended
held by race()         silent       2 ended
free fired race()           silent       2 ended
any of race()          silent       1 ended
dropped race()         warned of 2  0 ended
await any()            silent       2 ended
held by any()          silent       2 ended
free fired any()            silent       2 ended
any of any()           silent       1 ended
dropped any()          warned of 2  0 ended
await firstResult()    silent       2 ended
held by firstResult()  silent       2 ended
free fired firstResult()    silent       2 ended
any of firstResult()   silent       1 ended
dropped firstResult()  warned of 2  0 ended
thrown TaskGroup created at

Warning: TaskGroup created at %s:12 was dropped: 2 unfinished tasks are cancelled. Keep the group and await it, or call dispose() in %s on line 12
