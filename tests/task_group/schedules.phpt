--TEST--
In every order each result comes once, in its place, and each error is delivered once (TG-05, TG-09, TG-20, P2, P7)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{await, suspend, spawn};

$group = new TaskGroup(concurrency: 2);
for ($i = 0; $i < 6; $i++) {
    $group->spawn(function () use ($i) {
        if ($i % 2) suspend();
        return $i % 3 === 2 ? throw new Exception("error $i") : "result $i";
    });
}
$delivered = [];
$awaiter = fn() => spawn(function () use ($group, &$delivered) {
    for (;;) {
        try {
            return await($group);
        } catch (Exception $e) {
            $delivered[] = $e->getMessage();
        }
    }
});
$iterate = fn() => spawn(function () use ($group) {
    $seen = [];
    foreach ($group->getIterator() as $key => [$result, $error]) {
        if (isset($seen[$key])) echo "BROKEN: $key twice\n";
        $seen[$key] = $result ?? $error;
    }
    if (count($seen) !== 6) echo 'BROKEN: ', count($seen), " seen\n";
});
$all = $group->all(ignoreErrors: false);
$race = $group->race();
$racer = function () use ($race, &$raced) {
    try {
        await($race);
        $raced++;
    } catch (Exception) {
        $raced++;
    }
};
$others = [$awaiter(), $awaiter(), $iterate(), $iterate(), spawn($racer), spawn($racer)];
foreach ($others as $other) {
    do {
        try {
            await($other);
        } catch (AsyncCancellation) {
        }
    } while (!$other->isCompleted());
}
do {
    try {
        $group->awaitCompletion();
    } catch (AsyncCancellation) {
    }
} while (!$group->isFinished());
if (count($delivered) !== count(array_unique($delivered))) echo 'BROKEN: delivered ', implode(' ', $delivered), "\n";
foreach ($group->getResults() as $key => $result) {
    if ($result !== "result $key") echo "BROKEN: $key => $result\n";
}
if (count($group->getResults()) + count($group->getErrors()) !== 6) echo "BROKEN: not six\n";
$ends = iterator_to_array($group);
if (count($ends) !== 6) echo "BROKEN: iteration\n";
echo "done\n";
// schedules: any
?>
--EXPECT--
done
