--TEST--
Destructors of cancelled coroutines' arguments run after all cancellations, outside of user code: they can wait and throw (CN-01, D18, lifetime rule 7)
--FILE--
<?php
use Async\{BoundedScope, Scope, TaskGroup};
use function Async\{delay, suspend};

class Waits {
    static int $over = 0;
    function __construct(private string $name) {}
    function __destruct() {
        echo "$this->name: destructor\n";
        suspend();
        delay(1);
        echo "$this->name: destructor is over\n";
        self::$over++;
    }
}

// In the middle of a list: the following ones are cancelled too, before any coroutine runs.
$scope = new Scope;
$scope->spawn(function ($argument) { echo "never\n"; }, new Waits('cancel()'));
$scope->spawn(function () { echo "never\n"; });
$scope->spawn(function () { echo "never\n"; });
$scope->cancel();
echo "cancelled\n";

// In the reactor: a time limit ends a task that waits in the queue.
$scope = (new BoundedScope)->withTimeout(5);
$group = new TaskGroup($scope, concurrency: 1);
$group->spawn(function () { delay(60_000); });
$group->spawn(function ($argument) { echo "never\n"; }, new Waits('time limit'));
while (Waits::$over < 2) delay(1);

// The last coroutine of a scope without a handle releases the handlers.
(function () {
    $argument = new Waits('handler');
    $scope = new Scope;
    $scope->setExceptionHandler(function () use ($argument) {});
    $scope->asNotSafely();
    $scope->spawn(function () { try { suspend(); } finally { echo "the last one ends\n"; } });
    suspend();
})();
while (Waits::$over < 3) delay(1);
echo "end\n";
?>
--EXPECT--
cancel(): destructor
cancel(): destructor is over
cancelled
time limit: destructor
time limit: destructor is over
the last one ends
handler: destructor
handler: destructor is over
end
