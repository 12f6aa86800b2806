--TEST--
Example: a service whose requests run in child scopes; their failures are logged and do not affect the service (EH-09, EXM-24)
--FILE--
<?php
use Async\Scope;
use Async\Coroutine;
use function Async\{suspend, delay};

final class Service
{
    private Scope $scope;
    private array $sockets = ['ok 1', 'bad', 'ok 2', 'slow'];

    public function __construct()
    {
        $this->scope = new Scope();

        $this->scope->setChildScopeExceptionHandler(
            static function (Scope $scope, Coroutine $coroutine, \Throwable $exception): void {
                echo "Occurred an exception: {$exception->getMessage()} in Coroutine " . basename($coroutine->getSpawnLocation()) . "\n";
            });
    }

    public function start(): void
    {
        $this->scope->spawn($this->run(...));
    }

    public function stop(): void
    {
        $this->scope->cancel();
    }

    private function receive(): ?string
    {
        suspend();
        return array_shift($this->sockets);
    }

    private function handleRequest(string $socket): void
    {
        suspend();
        if ($socket === 'bad') throw new Exception($socket);
        if ($socket === 'slow') {
            try { delay(600000); } finally { echo "slow: disconnected\n"; }
        }
        echo "$socket: served\n";
    }

    private function run(): void
    {
        while (($socket = $this->receive()) !== null) {
            $scope = Scope::inherit($this->scope);
            // supervisor pattern
            $scope->spawn($this->handleRequest(...), $socket)->onFinally(
                static function () use ($scope) {
                    $scope->disposeSafely();
                }
            );
        }
        echo "listening goes on\n";
        delay(600000);
    }
}

$service = new Service;
$service->start();
for ($i = 0; $i < 20; $i++) suspend();
$service->stop();
suspend();
echo "end\n";
?>
--EXPECT--
ok 1: served
Occurred an exception: bad in Coroutine supervisor_service_document.php:52
ok 2: served
listening goes on
slow: disconnected
end
