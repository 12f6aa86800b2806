--TEST--
finally() runs on success, error and cancellation, and passes the outcome on; an exception of the callback replaces it (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, AsyncCancellation};
use function Async\{await, suspend};

$cancelled = new Future;
$cancelled->cancel(new AsyncCancellation('cancelled'));
foreach ([Future::completed('result'), Future::failed(new Exception('error')), $cancelled] as $future) {
    foreach (['returns', 'throws'] as $what) {
        try {
            $value = await($future->finally(function (...$args) use ($what) {
                suspend();
                echo "$what, ", count($args), " arguments\n";
                if ($what === 'throws') {
                    throw new LogicException('of finally');
                }
                return 'of no importance';
            }));
            echo "value: $value\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', $e->getMessage(), ', previous: ', $e->getPrevious()?->getMessage() ?? 'none', "\n";
        }
    }
}
?>
--EXPECT--
returns, 0 arguments
value: result
throws, 0 arguments
LogicException: of finally, previous: none
returns, 0 arguments
Exception: error, previous: none
throws, 0 arguments
LogicException: of finally, previous: error
returns, 0 arguments
Async\AsyncCancellation: cancelled, previous: none
throws, 0 arguments
LogicException: of finally, previous: cancelled
