--TEST--
setChildScopeExceptionHandler(): errors of child scopes only; the child is cancelled first, the parent is not (EH-08, ER-04)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay, await};

$parent = new Scope;
$parent->setChildScopeExceptionHandler(function (Scope $child, $coroutine, $e) use ($parent) {
    echo 'handler: ', $e->getMessage(), ', child ', json_encode([$child->isCancelled(), $child->isClosed()]),
        ', parent ', json_encode([$parent->isCancelled(), $parent->isClosed()]), "\n";
});
$child = Scope::inherit($parent);
$sibling = $child->spawn(function () { try { delay(600000); } finally { echo "sibling in the child cancelled\n"; } });
$other = Scope::inherit($parent);
$cousin = $other->spawn(function () { for ($i = 0; $i < 6; $i++) suspend(); return "cousin goes on\n"; });
$own = $parent->spawn(function () { for ($i = 0; $i < 6; $i++) suspend(); return "parent's own goes on\n"; });
suspend();
$child->spawn(fn() => throw new Exception('of the child'));
echo await($cousin), await($own);
var_dump($sibling->isCancelled(), $other->isCancelled(), $parent->isCancelled());

// Its own failures are not its child's.
$parent->spawn(fn() => throw new Exception("of the parent itself"));
try { $parent->awaitCompletion(); } catch (Exception $e) { echo 'awaited: ', $e->getMessage(), "\n"; }
var_dump($parent->isCancelled());
?>
--EXPECTF--
%Ahandler: of the child, child [true,true], parent [false,false]
%Acousin goes on
parent's own goes on
bool(true)
bool(false)
bool(false)
awaited: of the parent itself
bool(true)
