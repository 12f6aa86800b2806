--TEST--
getChildScopes() gives a new, closed handle for a working child whose object is gone (SH-03, SC-11, D8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$scope = new Scope;
$child = Scope::inherit($scope);
$child->set('key', 'value');
$child->spawn(function () { for ($i = 0; $i < 4; $i++) suspend(); echo "zombie is over, ", Async\currentContext()->get('key'), "\n"; });
suspend();
@$child = null;
[$handle] = $scope->getChildScopes();
var_dump($handle->isClosed(), $handle === $scope->getChildScopes()[0], count($handle->getCoroutines()), $handle->get('key'));
try { Scope::inherit($handle); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$handle->onFinally(function (Scope $s) use ($handle) { echo "finished: ", $s === $handle ? 'same' : 'other', "\n"; });
$handle->awaitAfterCancellation();
unset($handle, $e);
suspend();
gc_collect_cycles();
var_dump($scope->getChildScopes());
?>
--EXPECT--
bool(true)
bool(true)
int(1)
string(5) "value"
Coroutine scope is closed
zombie is over, value
finished: same
array(0) {
}
