--TEST--
any() gives the first success, or all errors when all tasks have failed (TG-07, D16, D23)
--FILE--
<?php
use Async\{TaskGroup, AsyncException, CompositeException};
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$group->spawn(fn() => throw new Exception('first'));
$group->spawn(function () { suspend(); suspend(); return 'second'; });
$group->spawn(function () { suspend(); throw new Exception('third'); });
$group->spawn(function () { Async\delay(100000); });
$any = $group->any();
$other = spawn(fn() => await($any));
echo await($any), ' ', await($any), ' ', await($other), ' ', await($group->any()), "\n";
unset($any, $group);

$group = new TaskGroup();
$group->spawn(fn() => throw new Exception('first'));
$group->spawn(function () { suspend(); throw new Exception('second'); });
$any = $group->any();
foreach ([1, 2] as $ignored) {
    try {
        await($any);
    } catch (CompositeException $e) {
        echo implode(', ', array_map(fn($e) => $e->getMessage(), $e->getExceptions())), "\n";
        $seen[] = $e;
    }
}
var_dump($seen[0] === $seen[1]);
/* A later task makes it fire after all. */
$group->spawn(fn() => 'third');
echo await($any), "\n";
echo json_encode(await($group)), "\n";
try {
    await((new TaskGroup())->any());
} catch (AsyncException $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECT--
second second second second
first, second
first, second
bool(true)
third
{"2":"third"}
Async\AsyncException: No task of the group is left that could succeed
