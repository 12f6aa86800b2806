--TEST--
A failure held by several awaiters goes to the scope when the last one drops it, and nowhere when one has seen it (AW-18, D10)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState, Scope};
use function Async\{spawn, awaitAll, suspend};

foreach (['no holder sees it', 'one holder sees it'] as $case) {
    $scope = new Scope;
    $scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
    $failing = $scope->spawn(fn() => throw new Exception('held'));
    $gate = new Future($open = new FutureState);
    $waiters = [];
    for ($i = 0; $i < 600; $i++) {
        $waiters[] = spawn(fn() => awaitAll([$failing, $gate]));
    }
    for ($i = 0; $i < 3; $i++) suspend();
    echo "$case\n";
    $last = array_pop($waiters);
    foreach ($waiters as $w) $w->cancel();
    for ($i = 0; $i < 5; $i++) suspend();
    echo "one is left\n";
    $case === 'one holder sees it' ? $open->complete() : $last->cancel();
    for ($i = 0; $i < 5; $i++) suspend();
}
?>
--EXPECT--
no holder sees it
one is left
handler: held
one holder sees it
one is left
