--TEST--
disposeResults() forgets the ended tasks and numbers from zero again; the document's batches (TG-15, TG-16)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

function read(string $file): string { suspend(); return "<$file>"; }

function processInBatches(array $files, int $limit): array
{
    $allResults = [];
    $taskGroup  = new Async\TaskGroup(captureResults: true);
    $count      = 0;

    foreach ($files as $file) {
        Async\spawnWith($taskGroup, read(...), $file);

        if (++$count >= $limit) {
            $allResults = [...$allResults, ...await($taskGroup)];
            $taskGroup->disposeResults();
            $count = 0;
        }
    }

    $allResults = [...$allResults, ...await($taskGroup)];
    return $allResults;
}
$results = await(spawn(processInBatches(...), ['file1.txt', 'file2.txt', 'file3.txt', 'file4.txt', 'file5'], limit: 2));
echo implode(' ', $results), "\n";

/* While some are pending: their keys stay, and are skipped. */
$group = new TaskGroup();
$stop = false;
$group->spawn(fn() => 'zero');
$group->spawn(function () use (&$stop) { for ($n = 0; !$stop && $n < 300; $n++) suspend(); return 'one'; });
$group->spawn(fn() => 'two');
$first = $group->firstResult();
echo await($first), ' ', await($first), "\n";
$all = $group->all();
suspend();
$group->disposeResults();
echo count($group), ' ', json_encode($group->getResults()), "\n";
$group->spawn(fn() => 'new zero');
$group->spawn(fn() => 'new two');
/* firstResult() gives the first of the new results. */
echo await($first), "\n";
$stop = true;
echo json_encode(await($group)), ' ', json_encode(await($all)), "\n";

class Loud { public function __construct(public $group) {} public function __destruct() { echo 'gone with ', count($this->group), "\n"; } }
$group->spawn(fn() => new Loud($group));
await($group);
$group->disposeResults();
$group->disposeResults();
echo json_encode(await($group)), "\n";
?>
--EXPECT--
<file1.txt> <file2.txt> <file3.txt> <file4.txt> <file5>
zero zero
1 []
new zero
{"1":"one","0":"new zero","2":"new two"} {"1":"one"}
gone with 0
[]
