--TEST--
Error handlers do not see the warnings that follow from a cancellation; the handler stays in its place (D11)
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;
$listener = stream_socket_server('tcp://127.0.0.1:0');
$web = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($web, false);

$run = function (callable $call) {
    $coroutine = spawn(function () use ($call) {
        try {
            return $call();
        } catch (Exception $e) {
            return 'swallowed by catch (Exception)';
        }
    });
    delay(5);
    $coroutine->cancel(new AsyncCancellation('reason'));
    try {
        var_dump(await($coroutine));
    } catch (AsyncCancellation $e) {
        $previous = $e->getPrevious();
        echo get_class($e), ': ', $e->getMessage(), $previous ? ', before: ' . get_class($previous) : '', "\n";
        for (; $previous; $previous = $previous->getPrevious()) {
            echo '  ', preg_replace('/127\S+/', 'URL', rtrim($previous->getMessage())), "\n";
        }
    }
};

echo "-- a handler that records\n";
$warnings = [];
$handler = function (int $type, string $message) use (&$warnings) {
    $warnings[] = preg_replace('/127\S+/', 'URL', rtrim($message));
    return true;
};
set_error_handler($handler);
$run(fn() => stream_socket_accept($listener, 100));
$run(fn() => file_get_contents($url));
print_r($warnings);
var_dump(set_error_handler(null) === $handler);

echo "-- a handler that throws\n";
set_error_handler($handler = function (int $type, string $message, string $file, int $line) {
    throw new ErrorException($message, 0, $type, $file, $line);
});
$run(fn() => stream_socket_accept($listener, 100));
$run(fn() => file_get_contents($url));
var_dump(set_error_handler(null) === $handler);

echo "-- a handler that waits is cancelled there\n";
set_error_handler(function (int $type, string $message) {
    delay(5);
    echo "handled\n";
});
$run(fn() => stream_socket_accept($listener, 100));

echo "-- without a handler\n";
set_error_handler(null);
$run(fn() => stream_socket_accept($listener, 100));
?>
--EXPECTF--
-- a handler that records
Async\AsyncCancellation: reason
Async\AsyncCancellation: reason
Array
(
)
bool(true)
-- a handler that throws
Async\AsyncCancellation: reason
Async\AsyncCancellation: reason
bool(true)
-- a handler that waits is cancelled there
Async\AsyncCancellation: reason
-- without a handler
Async\AsyncCancellation: reason
