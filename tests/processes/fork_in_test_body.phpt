--TEST--
A script run as the body of a coroutine forks, or another coroutine exits: the same result as outside (quality, test programme 8, P12)
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'PHP'
register_shutdown_function(function () { echo getmypid() === PID ? 'parent' : 'child', " shuts down\n"; });
function fork(callable $child) {
    if (($pid = pcntl_fork()) === 0) {
        $child();
        echo "the child goes on\n";
        return true;
    }
    pcntl_waitpid($pid, $status);
    echo pcntl_wifexited($status) ? 'status ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
}
define('PID', getmypid());
fork(function () { exit(7); });
fork(function () { usleep(1000); exit(8); });
fork(function () { throw new Exception('of the child'); });
if (fork(function () { ob_start(); echo "buffered\n"; })) {
    return;
}
Async\spawn(function () { usleep(1000); exit(9); });
while (true) {
    usleep(1000);
}
PHP;
// Without the test-only modes (docs/testing.md) it is the same program again.
$expected = run_php($program);
echo $expected[0], "status $expected[1]\n";
foreach (['coroutine', 'metronome', 'restless', 'isolated'] as $body) {
    putenv("ASYNC_TEST_BODY=$body");
    $found = run_php($program);
    echo "$body: ", $found === $expected ? 'same' : print_r($found, true), "\n";
}
?>
--EXPECTF--
child shuts down
status 7
child shuts down
status 8

Fatal error: Uncaught Exception: of the child in %s:%d
Stack trace:
#0 %s(%d): {closure%S}()
#1 %s(%d): fork(Object(Closure))
#2 {main}
  thrown in %s on line %d
child shuts down
status 255
buffered
the child goes on
child shuts down
status 0
parent shuts down
status 9
coroutine: same
metronome: same
restless: same
isolated: same
