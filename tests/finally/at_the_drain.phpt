--TEST--
Completion callbacks of all that lives to the end of the script run at the drain: scopes and groups, in each state, at each end (D13, D16, FN-08)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$makers = [
    'empty scope' => '$o = new Async\Scope();',
    'inherited scope' => '$o = Async\Scope::inherit();',
    'bounded scope' => '$o = new Async\BoundedScope();',
    'subclass' => 'class S extends Async\Scope {} $o = new S();',
    'ended coroutine' => '$o = new Async\Scope(); Async\await($o->spawn(fn() => 1));',
    'work' => '$o = new Async\Scope(); $o->spawn(function () { Async\delay(30); echo "work "; });',
    'closed scope' => '$o = new Async\Scope(); $o->spawn(function () { Async\delay(30); echo "work "; }); @$o->disposeSafely();',
    'child scope' => '$p = new Async\Scope(); $o = Async\Scope::inherit($p); $o->spawn(fn() => 1);',
    'group' => '$o = new Async\TaskGroup();',
    'group with work' => '$o = new Async\TaskGroup(1); $o->spawn(function () { Async\delay(30); echo "work "; }); $o->spawn(function () { echo "queued "; });',
    'closed group' => '$o = new Async\TaskGroup(); $o->spawn(fn() => 1); $o->close();',
    'group in a scope' => '$s = new Async\Scope(); $o = new Async\TaskGroup($s); $o->spawn(fn() => 1);',
    'group in a cycle' => '$o = new Async\TaskGroup(); $o->spawn(fn() => $GLOBALS["o"]);',
    'static property' => 'class P { static $o; } $o = P::$o = new Async\Scope();',
    'callback suspends' => '$o = new Async\Scope(); $o->finally(function () { Async\delay(1); echo "waited "; });',
    'callback spawns' => '$o = new Async\TaskGroup(); $o->finally(function () { Async\spawn(function () { echo "spawned "; }); });',
    'callback adds one' => '$o = new Async\Scope(); $o->finally(function ($s) { $s->finally(function () { echo "added "; }); });',
    'callback adds a task' => '$o = new Async\TaskGroup(); $o->finally(function ($g) { $g->spawn(function () { echo "task "; }); });',
    'callback throws' => '$o = new Async\Scope(); $o->finally(fn() => throw new Exception("of callback"));',
];
$ends = [
    'end' => '',
    'uncaught' => 'throw new Exception("of main");',
    'in coroutine' => 'Async\spawn(fn() => throw new Exception("of coroutine"));',
    'shutdown' => 'Async\gracefulShutdown();',
    'exit' => 'exit;',
    'fatal' => 'trigger_error("fatal", E_USER_ERROR);',
];
$scripts = [];
foreach ($makers as $name => $maker) {
    foreach ($ends as $end => $code) {
        if ($end !== 'end' && str_starts_with($name, 'callback')) continue;
        $scripts["$name, $end"] = "$maker \$o->finally(function () { echo 'CALLBACK '; }); register_shutdown_function(function () { echo 'over'; }); $code";
    }
}
foreach ($scripts as $name => $script) {
    printf("%-28s %s\n", $name, run_php($script, '-d display_errors=0 -d log_errors=0')[0]);
}
?>
--EXPECTF--
empty scope, end             CALLBACK over
empty scope, uncaught        CALLBACK over
empty scope, in coroutine    CALLBACK over
empty scope, shutdown        CALLBACK over
empty scope, exit            over
empty scope, fatal           over
inherited scope, end         CALLBACK over
inherited scope, uncaught    CALLBACK over
inherited scope, in coroutine CALLBACK over
inherited scope, shutdown    CALLBACK over
inherited scope, exit        over
inherited scope, fatal       over
bounded scope, end           CALLBACK over
bounded scope, uncaught      CALLBACK over
bounded scope, in coroutine  CALLBACK over
bounded scope, shutdown      CALLBACK over
bounded scope, exit          over
bounded scope, fatal         over
subclass, end                CALLBACK over
subclass, uncaught           CALLBACK over
subclass, in coroutine       CALLBACK over
subclass, shutdown           CALLBACK over
subclass, exit               over
subclass, fatal              over
ended coroutine, end         CALLBACK over
ended coroutine, uncaught    CALLBACK over
ended coroutine, in coroutine CALLBACK over
ended coroutine, shutdown    CALLBACK over
ended coroutine, exit        over
ended coroutine, fatal       over
work, end                    work CALLBACK over
work, uncaught               work CALLBACK over
work, in coroutine           work CALLBACK over
work, shutdown               work CALLBACK over
work, exit                   over
work, fatal                  over
closed scope, end            work CALLBACK over
closed scope, uncaught       work CALLBACK over
closed scope, in coroutine   work CALLBACK over
closed scope, shutdown       work CALLBACK over
closed scope, exit           over
closed scope, fatal          over
child scope, end             CALLBACK over
child scope, uncaught        CALLBACK over
child scope, in coroutine    CALLBACK over
child scope, shutdown        CALLBACK over
child scope, exit            over
child scope, fatal           over
group, end                   CALLBACK over
group, uncaught              CALLBACK over
group, in coroutine          CALLBACK over
group, shutdown              CALLBACK over
group, exit                  over
group, fatal                 over
group with work, end         work queued CALLBACK over
group with work, uncaught    CALLBACK over
group with work, in coroutine CALLBACK over
group with work, shutdown    CALLBACK over
group with work, exit        over
group with work, fatal       over
closed group, end            CALLBACK over
closed group, uncaught       CALLBACK over
closed group, in coroutine   CALLBACK over
closed group, shutdown       CALLBACK over
closed group, exit           over
closed group, fatal          over
group in a scope, end        CALLBACK over
group in a scope, uncaught   CALLBACK over
group in a scope, in coroutine CALLBACK over
group in a scope, shutdown   CALLBACK over
group in a scope, exit       over
group in a scope, fatal      over
group in a cycle, end        CALLBACK over
group in a cycle, uncaught   CALLBACK over
group in a cycle, in coroutine CALLBACK over
group in a cycle, shutdown   CALLBACK over
group in a cycle, exit       over
group in a cycle, fatal      over
static property, end         CALLBACK over
static property, uncaught    CALLBACK over
static property, in coroutine CALLBACK over
static property, shutdown    CALLBACK over
static property, exit        over
static property, fatal       over
callback suspends, end       waited CALLBACK over
callback spawns, end         CALLBACK spawned over
callback adds one, end       CALLBACK added over
callback adds a task, end    CALLBACK task over
callback throws, end         CALLBACK over
