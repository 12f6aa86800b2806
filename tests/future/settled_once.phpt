--TEST--
A future is settled once: a second completion throws, every await gives the same outcome (AW-06, AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AsyncException};
use function Async\{await, spawn};

foreach (['complete', 'error'] as $first) {
    foreach (['complete', 'error'] as $second) {
        $state = new FutureState;
        $future = new Future($state);
        $other = new Future($state);
        var_dump($state->isCompleted(), $future->isCompleted());
        $give = fn($how) => $state->$how($how === 'error' ? new LogicException('failed') : 'result');
        $give($first);
        try {
            $give($second);
        } catch (AsyncException $e) {
            echo "$first, $second: ", $e->getMessage(), "\n";
        }
        var_dump($state->isCompleted(), $future->isCompleted(), $future->isCancelled());
        foreach ([$future, $future, $other] as $f) {
            try {
                var_dump(await($f));
            } catch (LogicException $e) {
                echo get_class($e), ': ', $e->getMessage(), "\n";
            }
        }
    }
}
?>
--EXPECTF--
bool(false)
bool(false)
complete, complete: The future is completed already, at %s:%d
bool(true)
bool(true)
bool(false)
string(6) "result"
string(6) "result"
string(6) "result"
bool(false)
bool(false)
complete, error: The future is completed already, at %s:%d
bool(true)
bool(true)
bool(false)
string(6) "result"
string(6) "result"
string(6) "result"
bool(false)
bool(false)
error, complete: The future is completed already, at %s:%d
bool(true)
bool(true)
bool(false)
LogicException: failed
LogicException: failed
LogicException: failed
bool(false)
bool(false)
error, error: The future is completed already, at %s:%d
bool(true)
bool(true)
bool(false)
LogicException: failed
LogicException: failed
LogicException: failed
