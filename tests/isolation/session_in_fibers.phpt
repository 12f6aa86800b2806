--TEST--
session_start() in a Fiber inside a coroutine: it waits for the session of another scope, and the others go on
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
--FILE--
<?php
use Async\Scope;
use function Async\{delay, await};

$folder = sys_get_temp_dir() . '/session-in-fibers-' . bin2hex(random_bytes(8));
mkdir($folder);
session_save_path($folder);

function start(string $name): void
{
    session_id('thesame');
    session_start();
    $_SESSION['names'][] = $name;
    echo "$name: ", implode(' ', $_SESSION['names']), "\n";
}
function run(string $name, Closure $body): Scope
{
    $scope = Scope::isolated();
    $scope->spawn(function () use ($body) {
        $fiber = new Fiber($body);
        $fiber->start();
        while (!$fiber->isTerminated()) {
            delay(10);
            $fiber->resume();
        }
    });
    return $scope;
}
/* The holder suspends its Fiber, then waits in it. */
$holder = run('holder', function () {
    start('holder');
    Fiber::suspend();
    delay(20);
    echo "holder goes on\n";
    session_write_close();
});
$waiters = [];
foreach (['b', 'b', 'b'] as $name) {
    $waiters[] = run($name, function () use ($name) {
        start($name);
        Fiber::suspend();
        session_write_close();
    });
}
$cancelled = Scope::isolated();
$coroutine = $cancelled->spawn(function () {
    $fiber = new Fiber(function () {
        try {
            start('not reached');
        } catch (Async\AsyncCancellation $e) {
            echo 'cancelled, without a session: ';
            var_dump(session_status() === PHP_SESSION_NONE);
            throw $e;
        }
    });
    $fiber->start();
});
delay(5);
$coroutine->cancel();
foreach ([$holder, ...$waiters] as $scope) {
    $scope->awaitCompletion();
}
/* A Fiber around all coroutines. */
$fiber = new Fiber(function () {
    start('main');
    session_write_close();
    $scope = Scope::isolated();
    $scope->spawn(function () {
        start('inside');
        delay(10);
        session_write_close();
    });
    delay(1);
    start('main');
    session_write_close();
    $scope->dispose();
});
$fiber->start();
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
holder: holder
cancelled, without a session: bool(true)
holder goes on
b: holder b
b: holder b b
b: holder b b b
main: holder b b b main
inside: holder b b b main inside
main: holder b b b main inside main
