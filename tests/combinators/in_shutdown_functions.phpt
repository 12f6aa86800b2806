--TEST--
In shutdown functions a ready trigger gives its result, and a wait is refused (CB-01, CB-02, D14)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, any, all, awaitAll, awaitFirstSuccess, captureErrors, spawn};

$failed = spawn(fn() => throw new Exception('in time'));
try {
    await($failed);
} catch (Exception) {
}
register_shutdown_function(function () use ($failed) {
    echo json_encode(await(all([Future::completed(1), Future::completed(2)]))), "\n";
    echo await(any([new Future, Future::completed('ready')])), "\n";
    echo count(awaitAll([$failed])[1]), ' ', awaitFirstSuccess([$failed, Future::completed('ok')])[0], "\n";
    foreach (['Async\awaitAll', fn($s) => await(any($s))] as $f) {
        try {
            $f([new Future]);
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
    }
});
?>
--EXPECT--
[1,2]
ready
1 ok
Cannot wait: the request is shutting down, and its coroutines have ended
Cannot wait: the request is shutting down, and its coroutines have ended
