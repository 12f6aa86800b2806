--TEST--
A coroutine that outlives its iteration does not keep the iteration alive: the values in the trace of the reason are collected
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
use Async\Scope;
use function Async\{await, iterate, spawn, suspend};

class Kept
{
    public array $coroutines = [];

    function iterate(Kept $argument) {
        iterate([$argument], function () {
            $this->coroutines[] = $ended = spawn(fn() => 1);
            await($ended);
        });
    }

    // The inner iteration is over, and has no coroutine, when the outer scope is cancelled.
    function cancelOuter(Kept $argument) {
        $scope = new Scope;
        $scope->spawn(function () use ($scope, $argument) {
            $this->iterate($argument);
            $scope->cancel();
        });
        $scope->awaitCompletion(Async\timeout(60000));
    }

    function __destruct() {
        echo "collected\n";
    }
}

$kept = new Kept;
$kept->iterate($kept);
unset($kept);
gc_collect_cycles();
$kept = new Kept;
try {
    $kept->cancelOuter($kept);
} catch (Async\AsyncCancellation) {
}
unset($kept);
gc_collect_cycles();
echo "end\n";
?>
--EXPECT--
collected
collected
end
