--TEST--
Automatic GC runs while many coroutines work leave their data intact
--INI--
zend.enable_gc=1
--FILE--
<?php
use function Async\{spawn, await, suspend};

$cs = [];
foreach (range(1, 50) as $i) {
    $cs[] = spawn(function () use ($i) {
        $keep = [];
        for ($n = 0; $n < 400; $n++) {
            $o = new stdClass; $o->self = $o; $o->n = $n;
            $keep[$n % 7] = $o;
            $x = new stdClass; $x->y = [$x];
            if ($n % 20 === 0) suspend();
        }
        return array_sum(array_map(fn($o) => $o->self->n, $keep));
    });
}
$sum = 0;
foreach ($cs as $c) $sum += await($c);
var_dump($sum === 50 * array_sum(range(393, 399)), gc_status()['runs'] > 0);
// Valgrind would report the rest as a leak, in stock PHP too.
unset($cs, $c);
gc_collect_cycles();
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
