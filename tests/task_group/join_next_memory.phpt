--TEST--
With joinNext() a group runs tasks without end in constant memory (TG-38)
--FILE--
<?php
use Async\TaskGroup;

$group = new TaskGroup;
$task = static fn(int $i) => $i % 2 ? throw new LogicException("$i") : str_repeat('x', 100);
$results = $errors = 0;
$before = 0;
for ($i = 0; $i < 20_000; $i++) {
    if (count($group) === 10) {
        try {
            $results += strlen($group->joinNext());
        } catch (LogicException) {
            $errors++;
        }
    }
    $group->spawn($task, $i);
    if ($i === 1_000) {
        $before = memory_get_usage();
    }
}
$grown = memory_get_usage() - $before;
echo $grown < 50_000 ? "flat\n" : "WRONG: $grown bytes more\n";
echo count($group), ' ', $results + 100 * $errors, "\n";
$group->cancel();
// schedules: none (too long)
?>
--EXPECT--
flat
10 1999000
