--TEST--
Two sources fail in the same round and only the first is awaited: the other failure goes to the scope once (CB-01, D23, D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, any, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$trigger = any([$scope->spawn(fn() => throw new Exception('one')), $scope->spawn(fn() => throw new Exception('two'))]);
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
