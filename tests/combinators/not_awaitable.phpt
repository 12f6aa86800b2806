--TEST--
Not awaitable: other types, user classes with the interface, scopes: TypeError; sources taken before it are released (CB-07, D27)
--FILE--
<?php
// schedules: any
use Async\{Future, Scope};
use function Async\{all, any, anyOf, captureErrors, ignoreErrors, awaitAll};

class Mine implements Async\Awaitable {}
$ok = Future::completed();
$generator = function () use ($ok) {
    try {
        yield $ok;
        yield 'text';
    } finally {
        echo "generator is closed\n";
    }
};
$wrong = [
    fn() => all([$ok, 5]), fn() => any([new Mine]), fn() => anyOf(1, [new stdClass]), fn() => awaitAll([$ok, new Scope]),
    fn() => captureErrors(new Mine), fn() => ignoreErrors(new Mine), fn() => ignoreErrors($ok, 'no_function'),
    fn() => captureErrors(5), fn() => captureErrors(new Scope), fn() => all($generator()),
];
foreach ($wrong as $f) {
    try {
        $f();
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Async\all(): Argument #1 ($futures) must consist of awaitables (Async\Coroutine, Async\Future …), int found
Async\any(): Argument #1 ($futures) must consist of awaitables (Async\Coroutine, Async\Future …), Mine found
Async\anyOf(): Argument #2 ($futures) must consist of awaitables (Async\Coroutine, Async\Future …), stdClass found
Async\awaitAll(): Argument #1 ($triggers) must consist of awaitables (Async\Coroutine, Async\Future …), Async\Scope found
Async\captureErrors(): Argument #1 ($awaitable) must be an awaitable that an extension provides, Mine given
Async\ignoreErrors(): Argument #1 ($awaitable) must be an awaitable that an extension provides, Mine given
Async\ignoreErrors(): Argument #2 ($handler) must be a valid callback or null, function "no_function" not found or invalid function name
Async\captureErrors(): Argument #1 ($awaitable) must be of type Async\Awaitable, int given
Async\captureErrors(): Argument #1 ($awaitable) must be of type Async\Awaitable, Async\Scope given: a scope is waited for with its awaitCompletion() method
Async\all(): Argument #1 ($futures) must consist of awaitables (Async\Coroutine, Async\Future …), string found
generator is closed
