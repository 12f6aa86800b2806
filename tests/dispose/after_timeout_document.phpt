--TEST--
disposeAfterTimeout() warns at once and cancels the remaining coroutines after the time; the document's example (DI-06, DI-07, ZO-06, D9)
--FILE--
<?php
use function Async\spawn;
use Async\Scope;

class Service
{
    private Scope $scope;
    public function __construct() { $this->scope = new Scope(); }
    public function __destruct() { $this->scope->disposeAfterTimeout(200); }
    public function run(): void
    {
        // Not bound to $this, which would live as long as the closures.
        $this->scope->spawn(static function () {
            spawn(static function () {
                Async\suspend();
                Async\suspend();
                echo "Task 2\n";
                try {
                    Async\delay(100000);
                    echo "Task 2 next line never executed\n";
                } catch (Async\AsyncCancellation $e) {
                    echo $e->getMessage(), "\n";
                }
            });
            echo "Task 1\n";
        });
    }
}
$service = new Service();
$service->run();
Async\suspend();
Async\suspend();
$start = hrtime(true);
unset($service);
register_shutdown_function(function () use ($start) { var_dump(hrtime(true) - $start >= 200e6); });
// schedules: may go on, when main is cancelled
?>
--EXPECTF--
Task 1

Warning: Coroutine is zombie at %safter_timeout_document.php:15 in Scope disposed at %safter_timeout_document.php:9 in %safter_timeout_document.php on line 9
Task 2
The scope reached its time limit of 200 ms
bool(true)
