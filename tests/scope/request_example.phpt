--TEST--
A request with a limiter in its own child scope, cancelled with a message; the document's web server (SH-06, SH-13, CN-16)
--FILE--
<?php
use Async\{Scope, CancellationError};
use function Async\{suspend, delay};

function connectionHandler(string $name, bool $slow): void
{
    $scope = Scope::inherit();
    $cancelToken = fn(string $message) => $scope->cancel(new CancellationError($message));
    $scope->spawn(function () use ($name, $slow, $cancelToken) {
        $limiterScope = Scope::inherit();
        $limiterScope->spawn(function () use ($cancelToken) {
            delay(30);
            $cancelToken("The request processing limit has been reached.");
        });
        try {
            if ($slow) delay(100000);
            echo "$name is answered\n";
        } catch (CancellationError $e) {
            echo "$name: {$e->getMessage()}\n";
        }
        $limiterScope->cancel();
    });
    try {
        $scope->awaitCompletion();
    } catch (CancellationError) {
        $scope->awaitAfterCancellation();
    }
}
$server = new Scope;
$server->spawn(connectionHandler(...), 'first', false);
$server->spawn(connectionHandler(...), 'second', true);
$server->spawn(connectionHandler(...), 'third', false);
$server->awaitCompletion();
var_dump($server->isCancelled());
?>
--EXPECT--
first is answered
third is answered
second: The request processing limit has been reached.
bool(false)
