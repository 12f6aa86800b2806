--TEST--
Failures of the sources are kept for the awaiter, however late it looks, also while the iterator still suspends (AW-18, D10, D23)
--FILE--
<?php
use Async\Scope;
use function Async\{awaitAll, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$sources = function () use ($scope) {
    yield 'early' => $scope->spawn(fn() => throw new Exception('one'));
    for ($i = 0; $i < 5; $i++) suspend();
    yield 'late' => $scope->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); throw new Exception('two'); });
};
[$results, $errors] = awaitAll($sources());
echo json_encode($results), ' ', json_encode(array_map(fn($e) => $e->getMessage(), $errors)), "\n";
for ($i = 0; $i < 5; $i++) suspend();
echo "end\n";
?>
--EXPECT--
[] {"early":"one","late":"two"}
end
