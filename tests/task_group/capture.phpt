--TEST--
captureResults: results are kept by default; with false they are NULL, and nothing is held (TG-13, TG-14, OV-05)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

class Big {
    public function __construct(public int $n) {}
    public function __destruct() { echo "-{$this->n} "; }
}
foreach ([null, true] as $capture) {
    $group = new TaskGroup(captureResults: $capture);
    $group->spawn(fn() => 1);
    $group->spawn(fn() => null);
    echo json_encode([await($group), $group->getResults(), await($group->all())]), "\n";
}
$group = new TaskGroup(captureResults: false);
$handle = $group->spawn(fn() => new Big(1));
$group->spawn(fn() => new Big(2));
$group->spawn(fn() => throw new Exception('errors are kept'));
$all = $group->all(ignoreErrors: true);
echo json_encode(await($all)), ' ', json_encode($group->getResults()), ' ', count($group), ' ';
echo json_encode(await($group)), ' ', json_encode(await($group->all(true, true))), "\n";
echo $group->getErrors()[2]->getMessage(), "\n";
/* The handle of the coroutine still has the result. */
echo await($handle)->n, ' ';
unset($handle);
echo "\n";
/* A present waiter still gets the result of a task that ends. */
$race = $group->race();
$first = $group->firstResult(ignoreErrors: true);
$group->spawn(fn() => new Big(4));
try {
    await($race);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
echo await($race)->n, ' ', await($first)->n, ' ', json_encode($group->getResults()), "\n";
unset($race);
echo "\n";
unset($first);
echo "\n", count($group), "\n";
$group->spawn(fn() => 5);
$group->spawn(fn() => 6);
foreach ($group as $key => [$result, $error]) echo "$key => ", $result ?? $error->getMessage(), "\n";

/* The document's example. */
function mergeFiles(string ...$files): string
{
    $scope = new Async\Scope();
    $taskGroup = new Async\TaskGroup(scope: $scope, captureResults: true);

    foreach ($files as $file) {
       $taskGroup->spawn(file_get_contents(...), $file);
    }

    return implode("\n", await($taskGroup));
}
echo mergeFiles('data:,Hello', 'data:,World'), "\n";
?>
--EXPECT--
[[1,null],[1,null],[1,null]]
[[1,null],[1,null],[1,null]]
-2 null [] 3 null null
errors are kept
1 -1 
errors are kept
4 4 []

-4 
4
2 => errors are kept
4 => 5
5 => 6
Hello
World
