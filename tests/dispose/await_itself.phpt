--TEST--
A coroutine in a scope cannot await itself; the document's example (DE-03, DE-08, D26)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await};

$coroutine = null;
$scope = new Scope;
$coroutine = $scope->spawn(function () use (&$coroutine) {
    await($coroutine);
});
try { $scope->awaitCompletion(); } catch (Async\AsyncException $e) { echo preg_replace('~/.*/~', '', $e->getMessage()), "\n"; }
// Nor as its own token.
$coroutine = $scope = null;
$scope = new Scope;
$coroutine = $scope->spawn(function () use (&$coroutine) {
    (new Scope)->awaitCompletion($coroutine);
    await(spawn(fn() => Async\suspend()), $coroutine);
});
try { $scope->awaitCompletion(); } catch (Async\AsyncException $e) { echo preg_replace('~/.*/~', '', $e->getMessage()), "\n"; }
?>
--EXPECT--
A coroutine cannot await itself. Coroutine spawned at await_itself.php:7
A coroutine cannot await itself. Coroutine spawned at await_itself.php:14
