--TEST--
A callback callable at its registration stays callable later: private methods, parent::method (FN-01, FN-02, D13)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, onFinally, suspend};

class P { protected function hook($x) { echo 'P of ', static::class, ': ', get_class($x), "\n"; } }
class C extends P {
    function register() {
        $c = spawn(function () { onFinally([$this, 'own']); });
        $c->onFinally([$this, 'own']);
        $scope = new Scope;
        $scope->onFinally([$this, 'own']);
        $scope->onFinally($this->hook(...));
        $scope->cancel();
    }
    private function own($x) { echo get_class($x), "\n"; }
}
(new C)->register();
suspend();
suspend();
suspend();
?>
--EXPECT--
Async\Scope
P of C: Async\Scope
Async\Coroutine
Async\Coroutine
