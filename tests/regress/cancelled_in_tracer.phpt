--TEST--
A cancellation waits for the end of a tracer's hook that waits, and is not lost in it
--SKIPIF--
<?php
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc')
    or die('skip needs cc and php-config');
?>
--FILE--
<?php
// schedules: none, it starts other processes
require __DIR__ . '/../c_api/probe.inc';
// A stand-in: it calls hooks as the tracer of that name does.
$tracer = build_extension('opentelemetry', __DIR__ . '/observed_calls.c', '-DNAME=opentelemetry');
$options = '-d extension=' . escapeshellarg($tracer);

$work = <<<'PHP'
    function usleep_has_ended(?string $exception) {
        static $is_first = true;
        if ($is_first) {
            $is_first = false;
            echo "hook\n";
            Async\delay(300);
            echo "hook has ended\n";
        }
    }
    function work() {
        try {
            usleep(1);
            echo "goes on to the next wait\n";
            Async\delay(20_000);
            echo "BROKEN: it goes on\n";
        } finally {
            echo "finally\n";
        }
    }
    PHP;

show_php('cancelled', <<<PHP
    $work
    \$coroutine = Async\spawn('work');
    Async\delay(30);
    \$coroutine->cancel();
    try {
        Async\await(\$coroutine);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    PHP, $options);

show_php('scope cancelled', <<<PHP
    $work
    \$scope = new Async\Scope();
    \$scope->spawn('work');
    Async\delay(30);
    \$scope->cancel();
    \$scope->awaitAfterCancellation();
    echo "over\n";
    PHP, $options);

show_php('exit() in the hook', <<<'PHP'
    function usleep_has_ended() {
        echo "hook\n";
        exit(3);
    }
    Async\await(Async\spawn(function () {
        usleep(1);
        echo "BROKEN: it goes on\n";
    }));
    PHP, $options);

show_php('outside of coroutines', <<<'PHP'
    function usleep_has_ended() {
        echo "hook\n";
    }
    usleep(1);
    PHP, $options);
?>
--EXPECT--
-- cancelled
hook
hook has ended
goes on to the next wait
finally
cancelled
contexts: 0
status 0
-- scope cancelled
hook
hook has ended
goes on to the next wait
finally
over
contexts: 0
status 0
-- exit() in the hook
hook
contexts: 0
status 3
-- outside of coroutines
hook
contexts: 0
status 0
