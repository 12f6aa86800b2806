--TEST--
The exception that cancels a scope gets no previous exception from the cancelled coroutines (D10, D11)
--EXTENSIONS--
pdo
pdo_pgsql
--FILE--
<?php
use Async\Scope;
use function Async\{delay, spawn};

$deaf = stream_socket_server('tcp://127.0.0.1:0');
$port = substr(strrchr(stream_socket_get_name($deaf, false), ':'), 1);
$scope = new Scope;
foreach ([1, 2] as $i) {
    $scope->spawn(function () use ($port, $i, &$seen) {
        try {
            new PDO("pgsql:host=127.0.0.1;port=$port");
        } catch (Async\AsyncCancellation $e) {
            $seen[$i] = $e;
            throw $e;
        }
    });
}
$failure = new LogicException('the failure', 0, new LogicException('why'));
$scope->spawn(function () use ($failure) {
    delay(50);
    throw $failure;
});
try {
    $scope->awaitCompletion();
} catch (LogicException $e) {
    var_dump($e === $failure);
}
delay(1);
$chain = function (?Throwable $e): string {
    for ($names = []; $e; $e = $e->getPrevious()) {
        $names[] = get_class($e);
    }
    return implode(' <- ', $names);
};
echo $chain($failure), "\n", $chain($seen[1]), "\n";
var_dump($seen[1] === $seen[2]);
?>
--EXPECT--
bool(true)
LogicException <- LogicException
Async\AsyncCancellation <- PDOException <- PDOException <- LogicException <- LogicException
bool(true)
