--TEST--
An error that was seen by an await, a token, a chain or a trigger raises no warning (D38)
--FILE--
<?php
// schedules: any
use Async\{Future};
use function Async\{await, awaitAll, awaitFirstSuccess, awaitAnyOf, any, all, anyOf, captureErrors, ignoreErrors};

$failed = fn() => Future::failed(new Exception('seen'));
$look = [
    'await' => fn() => await($failed()),
    'method' => fn() => $failed()->await(),
    'token' => fn() => await(new Future, $failed()),
    'catch' => fn() => await($failed()->catch(fn($e) => 'caught')),
    'map' => fn() => await($failed()->map(fn() => 'not called')),
    'finally' => fn() => await($failed()->finally(fn() => 'called')),
    'any' => fn() => await(any([$failed()])),
    'all' => fn() => await(all([$failed(), $failed()])),
    'anyOf' => fn() => await(anyOf(1, [$failed()])),
    'captureErrors' => fn() => count(await(captureErrors($failed()))[1]),
    'ignoreErrors' => fn() => await(ignoreErrors($failed())),
    'awaitAll' => fn() => count(awaitAll([$failed(), $failed()])[1]),
    'awaitFirstSuccess' => fn() => count(awaitFirstSuccess([$failed(), Future::completed(1)])[1]),
    'awaitAnyOf' => fn() => count(awaitAnyOf(1, [$failed(), Future::completed(1)])[1]),
];
foreach ($look as $how => $f) {
    try {
        $value = var_export($f(), true);
        echo "$how: $value\n";
    } catch (Exception $e) {
        echo "$how: ", $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
await: seen
method: seen
token: seen
catch: 'caught'
map: seen
finally: seen
any: seen
all: seen
anyOf: seen
captureErrors: 1
ignoreErrors: NULL
awaitAll: 2
awaitFirstSuccess: 1
awaitAnyOf: 1
