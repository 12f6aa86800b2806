--TEST--
Completion callbacks that revive a scope are counted once: the request ends when they have ended (D13, ZO-02, P13)
--INI--
async.zombie_coroutine_timeout=100
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

foreach ([false, true] as $inherited) {
    $parent = new Scope;
    $scope = $inherited ? Scope::inherit($parent) : new Scope;
    $scope->onFinally(function () { suspend(); echo "finished\n"; delay(30); echo "over\n"; });
    $scope->spawn(function () { suspend(); suspend(); });
    suspend();
    $scope->cancel();
    unset($scope);
    suspend();
    suspend();
    $parent->awaitCompletion();
    $parent->cancel();
    $parent->awaitAfterCancellation();
    unset($parent);
}
// This would take the time limit of zombies if a coroutine was left.
echo "end of main\n";
?>
--EXPECT--
finished
finished
over
over
end of main
