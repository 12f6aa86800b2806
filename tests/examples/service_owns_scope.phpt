--TEST--
A service owns a scope: unset() ends its coroutines; two workers end with their scope (EXM-04, EXM-06, SC-13)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

class UserService
{
    private Scope $scope;

    public function __construct()
    {
        $this->scope = new Scope();
    }

    public function sendNotification(int $id): void
    {
        $this->scope->spawn(function () use ($id) {
            try {
                echo "sending to $id\n";
                delay(600000);
                echo "not reached\n";
            } finally {
                echo "$id: connection closed\n";
            }
        });
    }

    public function __destruct()
    {
        // Not dispose(): the closures above belong to this object, whose coroutines hold it until they end.
        echo "service gone\n";
    }

    public function stop(): void
    {
        $this->scope->cancel();
    }
}

$service = new UserService();
$service->sendNotification(123);
$service->sendNotification(456);
suspend();
$service->stop();
unset($service);
echo "unset\n";
suspend();
suspend();

// Static closures hold nothing: the destructor comes with unset() and disposes the scope.
class StaticService
{
    private Scope $scope;

    public function __construct()
    {
        $this->scope = new Scope();
    }

    public function work(): void
    {
        $this->scope->spawn(static function () {
            try {
                delay(600000);
            } finally {
                echo "closed in finally\n";
            }
        });
    }

    public function __destruct()
    {
        @$this->scope->dispose();
    }
}

$service = new StaticService();
$service->work();
suspend();
unset($service);
suspend();

$scope = new Scope();
foreach (['I was cancelled!', 'Me too!'] as $words) {
    $scope->spawn(function () use ($words) {
        try {
            while (true) {
                delay(600000);
            }
        } catch (Async\AsyncCancellation $e) {
            echo "$words\n";
        }
    });
}
delay(10);
$scope->cancel();
$scope->awaitAfterCancellation();
echo "end\n";
?>
--EXPECT--
sending to 123
sending to 456
unset
123: connection closed
456: connection closed
service gone
closed in finally
I was cancelled!
Me too!
end
