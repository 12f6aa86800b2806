--TEST--
In shutdown functions a result is available; a wait and a callback are refused, also for chains made before (AW-17, D14)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AsyncException};
use function Async\await;

$state = new FutureState;
$future = new Future($state);
$cancelled = $future->finally(fn() => print("not called\n"));
$cancelled->cancel();
$finally = $future->finally(fn() => print("not called\n"));
$map = $future->map(fn() => print("not called\n"));
$catch = $future->catch(fn() => print("not called\n"));
register_shutdown_function(function () use ($state, $future, $finally, $map, $catch, $cancelled) {
    $try = function (callable $f) {
        try {
            var_dump($f());
        } catch (Throwable $e) {
            echo get_class($e), ': ', preg_replace('~ at .*~', '', $e->getMessage()), "\n";
        }
    };
    $try(fn() => await($future));
    $try(fn() => $future->map(fn() => 1));
    $state->complete('value');
    foreach ([$future, $finally, $map, $catch, $cancelled] as $f) {
        $try(fn() => await($f));
    }
});
?>
--EXPECT--
Async\AsyncException: Cannot wait: the request is shutting down, and its coroutines have ended
Async\AsyncException: Cannot continue from a future: the request is shutting down, and its coroutines have ended
string(5) "value"
Async\AsyncException: Cannot continue from a future: the request is shutting down, and its coroutines have ended
Async\AsyncException: Cannot continue from a future: the request is shutting down, and its coroutines have ended
string(5) "value"
Async\AsyncCancellation: cancelled
