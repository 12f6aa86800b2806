--TEST--
Closing a stream costs the same however many coroutines wait in flock() and the like on other streams (D28)
--FILE--
<?php
use function Async\{spawn, await, suspend};
class Locked
{
    public $context;
    public function stream_open() { return true; }
    public function stream_lock(int $operation) { Async\delay(100_000); return true; }
    public function stream_close() {}
}
stream_wrapper_register('locked', 'Locked');

/** Nanoseconds of one close: the best of some tries, because other processes may run. */
function cost(): float
{
    return await(spawn(function () {
        for ($best = INF, $try = 0; $try < 10; $try++) {
            $streams = array_map(fn() => fopen('php://memory', 'r'), range(1, 50));
            $start = hrtime(true);
            foreach ($streams as $stream) {
                fclose($stream);
            }
            $best = min($best, (hrtime(true) - $start) / 50);
        }
        return $best;
    }));
}

function wait_in_flock(int $count): void
{
    for ($i = 0; $i < $count; $i++) {
        $stream = fopen('locked://', 'r+');
        spawn(fn() => flock($stream, LOCK_EX));
    }
    suspend();
}

wait_in_flock(50);
$few = cost();
wait_in_flock(5000);
$many = cost();
echo $many < $few * 8 ? 'the same' : sprintf('%d ns, then %d ns', $few, $many), "\n";
exit;
?>
--EXPECT--
the same
