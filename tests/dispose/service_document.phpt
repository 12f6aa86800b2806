--TEST--
An object that owns a scope and disposes it in its destructor ends its coroutines; the documents' services (DI-10, SC-13, SC-12)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

set_error_handler(function ($level, $message) { echo preg_replace('~Coroutine is zombie at .*:(\d+) in .*~', 'warning about line $1', $message), "\n"; return true; });
class UserService
{
    private Scope $scope;
    public function __construct() { $this->scope = new Scope(); }
    public function sendNotification($userId)
    {
        $this->scope->spawn(static function () use ($userId) {
            try {
                delay(100000); // 14
                echo "never\n";
            } finally {
                echo "$userId is cleaned up\n";
            }
        });
    }
    public function cancelAll(): void { $this->scope->cancel(); }
    public function __destruct() { $this->scope->dispose(); }
}
$service = new UserService();
$service->sendNotification(123);
$service->sendNotification(456);
suspend();
unset($service);
suspend();
echo "-\n";
$service = new UserService();
$service->sendNotification(789);
suspend();
$service->cancelAll();
unset($service);
?>
--EXPECT--
warning about line 14
warning about line 14
123 is cleaned up
456 is cleaned up
-
789 is cleaned up
