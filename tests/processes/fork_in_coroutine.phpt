--TEST--
The child of a fork keeps only the forking coroutine; no other one runs there, and the parent is not affected (lifetime rule 12, P8, P12)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await, delay, timeout, getCoroutines};

final class Guard
{
    public function __construct(private string $name) {}
    public function __destruct() { say("destructs $this->name"); }
}
/* Lines of the child come first: the parent waits for it before it prints more. */
$root = getmypid();
function say(string $text): void { echo getmypid() === $GLOBALS['root'] ? 'parent' : 'child', ": $text\n"; }
register_shutdown_function(fn() => say('shutdown function'));
$global = new Guard('a global');
$child_is_over = $one_is_over = false;

function other(string $name, Guard $argument): string
{
    $local = new Guard("a local of $name");
    try {
        while (!$GLOBALS['child_is_over']) {
            delay(1);
        }
        say("$name goes on");
    } finally {
        say("finally of $name");
    }
    return "result of $name";
}
function late(Guard $argument): void
{
    while (!$GLOBALS['one_is_over']) {
        delay(1);
    }
    say('the one that had not started goes on');
}
$one = spawn(other(...), 'one', new Guard('an argument of one'));
$one->onFinally(fn() => say('onFinally of one'));
$not_started = null;
$forker = spawn(function () use ($one, &$not_started) {
    $mine = new Guard('a local of the forking one');
    delay(20);
    $not_started = spawn('late', new Guard('an argument of the one not started'));
    $pid = pcntl_fork();
    if ($pid) {
        return [$pid === pcntl_waitpid($pid, $status), pcntl_wexitstatus($status)];
    }
    say(count(getCoroutines()) . ' coroutine, ' . Async\stats()['timers'] . ' timers');
    var_dump($one->isCompleted(), $one->isCancelled(), $not_started->isCompleted());
    try {
        await($one);
    } catch (Throwable $e) {
        say(get_class($e) . ': ' . $e->getMessage());
    }
    say(await(spawn(function () { delay(10); return 'a coroutine of its own'; })));
    try {
        await(spawn(fn() => delay(50)), timeout(10));
    } catch (Throwable $e) {
        say(get_class($e));
    }
    say(trim(shell_exec('echo a process')));
    say('exit ' . pclose(popen('sleep 0.01; exit 7', 'w')));
    spawn(function () { delay(30); say('what was spawned last ends too'); });
    say('the body ends');
});
$main = function () use ($forker) {
    $local = new Guard('a local of main');
    try {
        var_dump(await($forker) === [true, 0]);
        say('main goes on');
    } finally {
        say('finally of main');
    }
};
$main();
$child_is_over = true;
say(await($one));
$one_is_over = true;
await($not_started);
?>
--EXPECT--
child: 1 coroutine, 0 timers
bool(true)
bool(true)
bool(true)
child: Async\AsyncCancellation: The coroutine goes on in the parent process only
child: a coroutine of its own
child: Async\AwaitCancelledException
child: a process
child: exit 7
child: the body ends
child: destructs a local of the forking one
child: what was spawned last ends too
child: shutdown function
child: destructs a global
parent: destructs a local of the forking one
bool(true)
parent: main goes on
parent: finally of main
parent: destructs a local of main
parent: one goes on
parent: finally of one
parent: destructs a local of one
parent: destructs an argument of one
parent: onFinally of one
parent: result of one
parent: the one that had not started goes on
parent: destructs an argument of the one not started
parent: shutdown function
parent: destructs a global
