--TEST--
A deadlock inside a scope is diagnosed at the end of the application; the scope's handlers do not get it (ER-11, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
$scope = new Async\Scope;
$scope->setExceptionHandler(fn($e) => print("never\n"));
$a = $b = null;
$a = $scope->spawn(function () use (&$b) { Async\suspend(); Async\await($b); });
$b = $scope->spawn(function () use (&$a) { Async\suspend(); Async\await($a); });
try { $scope->awaitCompletion(); } finally { echo "main: finally\n"; }
PHP);
echo str_contains($output, "main: finally") ? 'main ends' : '', ', ', substr_count($output, 'Uncaught Async\DeadlockError'), ' fatal error, status ', $status, str_contains($output, 'never') ? ' handler called' : '', "\n";
?>
--EXPECT--
main ends, 1 fatal error, status 255
