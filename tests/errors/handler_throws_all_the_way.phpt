--TEST--
Handlers that throw at every level: each gets the exception of the level below; the last one goes to the application (EH-07, ER-07, D10 e)
--FILE--
<?php
use Async\Scope;

set_exception_handler(function ($e) {
    for (; $e; $e = $e->getPrevious()) echo get_class($e), ' ', $e->getMessage(), "\n";
});
$scopes = [new Scope];
for ($i = 1; $i < 4; $i++) {
    $scopes[$i] = Scope::inherit($scopes[$i - 1]);
}
foreach ($scopes as $i => $scope) {
    $scope->setExceptionHandler(fn($e) => throw new Exception("level $i"));
    if ($i == 2) $scope->setChildScopeExceptionHandler(fn($e) => throw new Error("level $i, from a child"));
}
$scopes[3]->spawn(fn() => throw new RuntimeException('at the bottom'));
Async\delay(600000);
?>
--EXPECT--
Exception level 0
Exception level 1
Error level 2, from a child
Exception level 3
RuntimeException at the bottom
