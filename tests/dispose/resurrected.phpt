--TEST--
A scope that its own destructor saves lives on, closed, and is not disposed again (DI-01, DI-09, SC-11)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, await};

set_error_handler(function ($n, $message) { echo preg_replace('~ [^ ]*/~', ' ', $message), "\n"; return true; });
final class Saved extends Scope
{
    static $saved;
    function __destruct() { self::$saved = $this; echo "destructor\n"; }
}
$scope = new Saved;
$scope->set('key', 'value');
$scope->spawn(function () { suspend(); suspend(); echo Async\currentContext()->get('key'), "\n"; });
suspend();
unset($scope);
$scope = Saved::$saved;
var_dump($scope->isClosed(), count($scope->getCoroutines()));
$scope->awaitAfterCancellation();
try { $scope->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
unset($e);
$scope->onFinally(fn($s) => print("finished: " . ($s === Saved::$saved ? 'same' : 'other') . "\n"));
unset($scope);
suspend();
Saved::$saved = null;
echo "end\n";
?>
--EXPECT--
destructor
Coroutine is zombie at resurrected.php:13 in Scope disposed at resurrected.php:15
bool(true)
int(1)
value
Coroutine scope is closed
finished: same
end
