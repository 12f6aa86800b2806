--TEST--
stats() gives counters of the scheduler, all of them integers, which count correctly
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, stats, timeout};

foreach (stats() as $k => $v) { echo "$k "; if (!is_int($v)) echo '(not an int) '; }
echo "\n";
$before = stats();
$cs = array_map(fn() => spawn(fn() => delay(100000)), range(1, 5));
suspend();
$now = stats();
echo json_encode(array_map(fn($k) => $now[$k] - $before[$k], ['spawned' => 'spawned', 'waiting' => 'waiting', 'timers' => 'timers', 'contexts' => 'contexts'])), "\n";
var_dump($now['switches'] >= $before['switches'] + 5);
foreach ($cs as $c) $c->cancel();
suspend();
suspend();
$end = stats();
var_dump($end['waiting'], $end['timers'], $end['contexts_idle'] >= 5);
?>
--EXPECTF--
%Scoroutines waiting spawned switches contexts contexts_idle stacks_unguarded blocked_in_place timers descriptors jobs import_slots turns %S
{"spawned":5,"waiting":5,"timers":5,"contexts":5}
bool(true)
int(0)
int(0)
bool(true)
