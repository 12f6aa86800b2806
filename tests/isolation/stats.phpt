--TEST--
Async\stats() counts the isolations beside the base, and the places of static state that each has a value for (I8)
--FILE--
<?php
require __DIR__ . '/isolated.inc';
use function Async\{await, stats, suspend};

function show(string $when): void
{
    $stats = stats();
    echo "$when: ", $stats['isolations'], ', ', $stats['isolation_slots'] > 0 ? 'slots' : 'no slots', "\n";
}
class State { static $one; static $two; }
show('before');
$tasks = [isolated(function () { for ($i = 0; $i < 5; $i++) suspend(); }), isolated(function () { suspend(); await(isolated(fn() => show('nested'))); })];
show('two');
$slots = stats()['isolation_slots'];
eval('class More { static $one, $two, $three; }');
suspend();
suspend();
echo 'more: ', stats()['isolation_slots'] - $slots, "\n";
array_map('Async\await', $tasks);
for ($i = 0; $i < 6; $i++) {
    suspend();
}
show('after');
?>
--EXPECT--
before: 0, no slots
two: 2, slots
more: 3
nested: 3, slots
after: 0, slots
