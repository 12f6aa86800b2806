--TEST--
An error of a source whose trigger has no awaiter any more goes to the scope once (CB-01, D23, D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, any, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$trigger = any([
    $scope->spawn(fn() => 'first'),
    $scope->spawn(function () { suspend(); suspend(); throw new Exception('of the loser'); }),
]);
var_dump(await($trigger));
for ($i = 0; $i < 20; $i++) suspend();
echo "end\n";
?>
--EXPECT--
string(5) "first"
handler: of the loser
end
