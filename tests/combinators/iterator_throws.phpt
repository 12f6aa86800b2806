--TEST--
An iterator that throws midway: the caller gets the exception, the sources go on, their errors go to their scope (CB-07, D23, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{all, any, anyOf, awaitAll, awaitAnyOrFail, suspend};

foreach (['all', 'any', 'awaitAll', 'awaitAnyOrFail'] as $name) {
    $scope = new Scope;
    $scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
    $sources = function () use ($scope) {
        yield $scope->spawn(fn() => throw new Exception('of a source'));
        suspend();
        try {
            throw new LogicException('of the iterator');
        } finally {
            suspend();
        }
    };
    try {
        ("Async\\$name")($sources());
    } catch (LogicException $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
    for ($i = 0; $i < 20; $i++) suspend();
}
?>
--EXPECT--
handler: of a source
all: of the iterator
handler: of a source
any: of the iterator
awaitAll: of the iterator
handler: of a source
awaitAnyOrFail: of the iterator
handler: of a source
