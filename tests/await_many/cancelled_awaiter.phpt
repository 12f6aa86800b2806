--TEST--
When the awaiter is cancelled, each failure that it held goes to its scope once (AW-18, D10 b, D34)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, Scope};
use function Async\{spawn, awaitAll, awaitAllOrFail, awaitAnyOf, awaitAnyOfOrFail, awaitFirstSuccess, suspend};

$calls = [
    'awaitAll' => awaitAll(...),
    'awaitAllOrFail' => awaitAllOrFail(...),
    'awaitFirstSuccess' => awaitFirstSuccess(...),
    'awaitAnyOf' => fn($s) => awaitAnyOf(1, $s),
];
foreach ($calls as $name => $call) {
    $scope = new Scope;
    $scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
    $waiter = spawn($call, [
        $scope->spawn(fn() => throw new Exception('one')),
        new Future,
        $same = $scope->spawn(fn() => throw new Exception('two')),
        $same,
    ]);
    for ($i = 0; $i < 5; $i++) suspend();
    echo "cancel $name\n";
    $waiter->cancel();
    for ($i = 0; $i < 5; $i++) suspend();
}
?>
--EXPECT--
cancel awaitAll
handler: one
handler: two
cancel awaitAllOrFail
handler: one
handler: two
cancel awaitFirstSuccess
handler: one
handler: two
cancel awaitAnyOf
handler: one
handler: two
