--TEST--
readfile() in a coroutine costs the same however many streams are open (P11)
--INI--
memory_limit=512M
--FILE--
<?php
use function Async\{spawn, await};

/** Nanoseconds of one call: the best of some tries, because other processes may run. */
function cost(string $file): float
{
    return await(spawn(function () use ($file) {
        for ($best = INF, $try = 0; $try < 10; $try++) {
            ob_start();
            $start = hrtime(true);
            for ($i = 0; $i < 20; $i++) {
                readfile($file);
            }
            $best = min($best, (hrtime(true) - $start) / 20);
            ob_end_clean();
        }
        return $best;
    }));
}

$file = sys_get_temp_dir() . '/async' . uniqid();
file_put_contents($file, str_repeat('x', 1000));
$few = cost($file);
$streams = array_map(fn() => fopen('php://memory', 'r'), range(1, 40_000));
$many = cost($file);
echo $many < $few * 6 ? 'the same' : sprintf('%d ns, then %d ns', $few, $many), "\n";
unlink($file);
?>
--EXPECT--
the same
