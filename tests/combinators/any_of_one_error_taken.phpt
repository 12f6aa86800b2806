--TEST--
anyOf(): of two errors in the same round, the one without an await goes to the scope (CB-03, D23, D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{await, anyOf, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$trigger = anyOf(1, [$scope->spawn(fn() => throw new Exception('one')), $scope->spawn(fn() => throw new Exception('two'))]);
try {
    await($trigger);
} catch (Exception $e) {
    echo 'caught: ', $e->getMessage(), "\n";
}
for ($i = 0; $i < 5; $i++) suspend();
echo "end\n";
?>
--EXPECT--
caught: one
handler: two
end
