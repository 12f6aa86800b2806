--TEST--
Scopes still held at the end of the request: their coroutines complete, callbacks run at the drain, without warning or leak (DI-01, SC-10, P13)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

final class Service { public $self; public Scope $scope; function __construct() { $this->self = $this; $this->scope = new Scope; } }
$service = new Service;
$service->scope->spawn(function () use ($service) { suspend(); delay(1); echo "completed\n"; });
$scope = new Scope;
$scope->set('self', $scope);
$scope->onFinally(function () use ($scope) { echo "finally at the drain\n"; });
$scope->setExceptionHandler(function () use ($scope) {});
$scope->spawn(function () use (&$scope) { suspend(); echo "completed\n"; });
$idle = new Scope;
$idle->set('x', Scope::inherit($idle));
echo "end of main\n";
?>
--EXPECT--
end of main
completed
completed
finally at the drain
