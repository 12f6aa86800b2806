--TEST--
A callback that waits and then fails: the scope's awaiter and parent still get the failure (FN-09, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

$parent = new Scope;
$parent->setExceptionHandler(function ($scope, $c, $e) { delay(1); echo 'parent: ', $e->getMessage(), "\n"; });
$child = Scope::inherit($parent);
$child->onFinally(function () { delay(2); throw new Exception('late'); });
$child->spawn(fn() => suspend());
$child->awaitCompletion();
echo "child drained\n";
$parent->awaitCompletion();
var_dump($child->isCancelled(), $parent->isCancelled());
echo "end\n";
?>
--EXPECT--
child drained
parent: late
bool(true)
bool(false)
end
