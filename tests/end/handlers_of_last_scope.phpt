--TEST--
The last coroutine releases the handlers of its scope: their destructors can wait, then the request ends without delay (SC-11, P12)
--INI--
async.zombie_coroutine_timeout=40
--FILE--
<?php
use Async\Scope;
use function Async\delay;

class Waits {
    function __destruct() {
        delay(1);
        echo "destructor is over\n";
    }
}
$leave = function (Scope $scope): void {
    $argument = new Waits;
    $scope->asNotSafely();
    $scope->setExceptionHandler(function () use ($argument) {});
    $scope->spawn(function () {
        try {
            delay(60_000);
        } finally {
            delay(1);
        }
    });
    Async\suspend();
};
$leave(Scope::inherit());
$start = hrtime(true);
register_shutdown_function(function () use ($start) {
    echo hrtime(true) - $start < 30e9 ? "in time\n" : "late\n";
});
echo "main is over\n";
?>
--EXPECT--
main is over
destructor is over
in time
