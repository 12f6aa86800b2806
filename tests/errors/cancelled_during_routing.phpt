--TEST--
A scope is cancelled while its handler waits: the handler is not disturbed, its exception still arrives (EH-07, D10 e, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

$parent = new Scope;
$parent->setExceptionHandler(fn($e) => print("parent: {$e->getMessage()}\n"));
$handler = function ($scope, $c, $e) { delay(2); echo "handler ends\n"; throw new Exception('from the handler'); };

$child = Scope::inherit($parent);
$child->setExceptionHandler($handler);
$child->spawn(fn() => throw new Exception);
suspend();
suspend();
$child->cancel();
$parent->awaitCompletion();

$child = Scope::inherit($parent);
$child->setExceptionHandler($handler);
$child->spawn(fn() => throw new Exception);
suspend();
suspend();
$parent->cancel();
$parent->awaitAfterCancellation();

$root = new Scope;
$root->setExceptionHandler(function ($scope, $c, $e) use (&$root) { $root = null; unset($scope); gc_collect_cycles(); delay(2); echo 'handler without its scope: ', $e->getMessage(), "\n"; });
$root->spawn(fn() => throw new Exception('last'));
delay(300);
var_dump($root);
?>
--EXPECT--
handler ends
parent: from the handler
handler ends
parent: from the handler
handler without its scope: last
NULL
