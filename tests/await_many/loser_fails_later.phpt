--TEST--
A losing source that fails later takes the usual way: awaitAnyOrFail(), awaitFirstSuccess(), awaitAnyOf() (AW-18, D10 b)
--FILE--
<?php
use Async\Scope;
use function Async\{awaitAnyOrFail, awaitFirstSuccess, awaitAnyOf, awaitAnyOfOrFail, suspend};

$calls = [
    'awaitAnyOrFail' => awaitAnyOrFail(...),
    'awaitFirstSuccess' => awaitFirstSuccess(...),
    'awaitAnyOf' => fn($s) => awaitAnyOf(1, $s),
    'awaitAnyOfOrFail' => fn($s) => awaitAnyOfOrFail(1, $s),
];
foreach ($calls as $name => $call) {
    $scope = new Scope;
    $scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
    echo "$name: ", json_encode($call([
        $scope->spawn(fn() => 'winner'),
        $scope->spawn(fn() => throw new Exception('right behind')),
        $scope->spawn(function () { for ($i = 0; $i < 3; $i++) suspend(); throw new Exception('later'); }),
    ])), "\n";
    for ($i = 0; $i < 9; $i++) suspend();
}
?>
--EXPECT--
awaitAnyOrFail: "winner"
handler: right behind
handler: later
awaitFirstSuccess: ["winner",[]]
handler: right behind
handler: later
awaitAnyOf: [["winner"],[]]
handler: right behind
handler: later
awaitAnyOfOrFail: ["winner"]
handler: right behind
handler: later
