--TEST--
awaitCompletion() waits and throws no errors of tasks; suppressErrors() stops their delivery (TG-40)
--FILE--
<?php
use Async\{TaskGroup, AwaitCancelledException, AsyncException};
use function Async\{await, suspend, spawn, timeout};

$group = new TaskGroup();
$group->awaitCompletion();
$group->spawn(fn() => throw new Exception('unseen'));
$group->spawn(function () { for ($i = 0; $i < 4; $i++) suspend(); return 'result'; });
$waiters = [spawn(fn() => $group->awaitCompletion()), spawn(fn() => $group->awaitCompletion())];
$cancelled = spawn(function () use ($group) { $group->awaitCompletion(); echo "WRONG\n"; });
suspend();
$cancelled->cancel();
$group->awaitCompletion();
array_map(Async\await(...), $waiters);
var_dump($group->isFinished(), $cancelled->isCancelled());
try {
    await($group);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
/* Limited by a token. */
$group->spawn(function () { Async\delay(100000); });
foreach ([timeout(1), spawn(fn() => 0)] as $token) {
    try {
        $group->awaitCompletion($token);
        echo "WRONG\n";
    } catch (AwaitCancelledException $e) {
        echo get_debug_type($e->getPrevious()), "\n";
    }
}
$group->cancel();
$group->awaitCompletion(timeout(60000));

/* Present and future errors. */
(function () {
    $group = new TaskGroup();
    $group->spawn(fn() => throw new Exception('before'));
    $group->awaitCompletion();
    $group->suppressErrors();
    $group->spawn(fn() => throw new Exception('after'));
    echo json_encode(await($group)), "\n";
    echo count($group->getErrors()), ' ';
    foreach ($group as [, $error]) echo $error->getMessage(), ' ';
    try {
        await($group->race());
    } catch (Exception $e) {
        echo 'race: ', $e->getMessage(), "\n";
    }
})();
for ($i = 0; $i < 4; $i++) suspend();
echo "no handler is called\n";
?>
--EXPECT--
bool(true)
bool(true)
unseen
Async\TimeoutException
null
[]
2 before after race: before
no handler is called
