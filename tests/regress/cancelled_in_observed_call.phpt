--TEST--
A cancellation is not lost in the hooks of a tracer, which sees it as the exception of the function that has waited
--SKIPIF--
<?php
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc')
    or die('skip needs cc and php-config');
?>
--FILE--
<?php
// schedules: none, it starts other processes
require __DIR__ . '/../c_api/probe.inc';
$observer = '-d extension=' . escapeshellarg(build_extension('observed_calls', __DIR__ . '/observed_calls.c'));

show_php('cancelled', <<<'PHP'
    function usleep_has_ended(?string $exception) { strlen('a call'); echo 'ended: ', $exception ?? 'no exception', "\n"; }
    function work() {
        try {
            usleep(20_000_000);
            echo "BROKEN: it goes on\n";
        } catch (Async\AsyncCancellation $cancellation) {
            echo "cancelled\n";
            usleep(1);
            throw $cancellation;
        }
    }
    $coroutine = Async\spawn('work');
    Async\suspend();
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
        echo "awaited\n";
    }
    $value = usleep(1);
    PHP, $observer);
?>
--EXPECT--
-- cancelled
ended: Async\AsyncCancellation
cancelled
ended: no exception
awaited
ended: no exception
contexts: 0
status 0
