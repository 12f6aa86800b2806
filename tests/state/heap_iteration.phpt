--TEST--
foreach over a heap whose compare() waits: coroutines take turns in each step, and the heap stays in order (P10, D33)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class WaitingHeap extends SplMinHeap
{
    protected function compare($a, $b): int { suspend(); return parent::compare($a, $b); }
}
class WaitingQueue extends SplPriorityQueue
{
    public function compare($a, $b): int { suspend(); return parent::compare($a, $b); }
}

foreach ([WaitingHeap::class, WaitingQueue::class] as $class) {
    $heap = new $class;
    // Strings that have memory of their own.
    $add = fn($i) => $heap instanceof SplHeap ? $heap->insert(sprintf('value %04d', $i))
        : $heap->insert(sprintf('value %04d', $i), 9999 - $i);
    array_map($add, range(1, 100));
    $tasks = [];
    for ($i = 0; $i < 4; $i++) {
        $tasks[] = spawn(function () use ($heap) {
            for ($round = 0; $round < 2; $round++) {
                $seen = [];
                foreach ($heap as $value) {
                    $seen[] = "$value";
                    if (count($seen) === 6) {
                        break;   // five steps
                    }
                }
                $sorted = $seen;
                sort($sorted);
                echo $seen === $sorted && count(array_unique($seen)) === 6 ? '' : 'wrong: ' . implode(', ', $seen) . "\n";
            }
        });
        $tasks[] = spawn(fn() => array_map($add, range(1000 + 5 * $i, 1004 + 5 * $i)));
    }
    $tasks[] = spawn(function () use ($heap) {
        foreach ($heap as $value) {
            suspend();
        }
    });
    suspend();
    array_pop($tasks)->cancel();
    array_map(Async\await(...), $tasks);
    $left = [];
    while (!$heap->isEmpty()) {
        $left[] = $heap->extract();
    }
    $sorted = $left;
    sort($sorted);
    $lost = 120 - count(array_unique($left));
    echo $class, ': ', $left === $sorted ? 'in order' : 'not in order', ", $lost taken\n";
}

// One step waits for another one: a cancellation ends that wait, and the heap goes on.
$heap = new WaitingHeap;
array_map([$heap, 'insert'], range(1, 50));
$first = spawn(fn() => $heap->extract());
$second = spawn(function () use ($heap) {
    foreach ($heap as $value) {
        echo "not reached\n";
    }
});
suspend();
suspend();
$second->cancel();
try {
    await($second);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
var_dump(await($first), count($heap), $heap->isCorrupted());
?>
--EXPECT--
WaitingHeap: in order, 40 taken
WaitingQueue: in order, 40 taken
cancelled
int(1)
int(49)
bool(false)
