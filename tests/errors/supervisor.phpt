--TEST--
Supervisor: with a handler, failures do not affect scope and siblings; the handler can start the failed work again (EH-05, EH-06)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$scope = new Scope;
$attempts = [];
$work = function ($name) use (&$attempts) {
    suspend();
    if (++$attempts[$name] < 3) throw new RuntimeException($name);
    return $name;
};
$scope->setExceptionHandler(function (Scope $scope, $coroutine, $e) use ($work) {
    $scope->spawn($work, $e->getMessage());
});
foreach (['a', 'b', 'c'] as $name) { $attempts[$name] = 0; $scope->spawn($work, $name); }
$steady = $scope->spawn(function () { for ($i = 0; $i < 20; $i++) suspend(); return 'steady'; });
$scope->awaitCompletion();
echo json_encode($attempts), ' ', Async\await($steady), ' ', json_encode([$scope->isCancelled(), $scope->isClosed(), $scope->isFinished()]), "\n";
?>
--EXPECT--
{"a":3,"b":3,"c":3} steady [false,false,true]
