--TEST--
A semaphore admits as many as it has permits, in order, in every schedule; a cancelled coroutine keeps no permit (D34, P5)
--FILE--
<?php
use Async\Semaphore;
use function Async\{spawn, suspend, await, protect};

const PERMITS = 2;
$semaphore = new Semaphore(PERMITS);
$inside = 0;
$waiting = [];
$work = function (int $n) use ($semaphore, &$inside, &$waiting, &$all) {
    for ($i = 0; $i < 2; $i++) {
        $key = "$n.$i";
        $waiting[$key] = true;
        try {
            $semaphore->acquire();
        } catch (Async\AsyncCancellation $e) {
            unset($waiting[$key]);
            throw $e;
        }
        // Earlier callers have their permit, but have not run yet.
        $earlier = array_search($key, array_keys($waiting), true);
        unset($waiting[$key]);
        $cancelled = array_filter($all, fn($coroutine) => $coroutine->isCancellationRequested());
        if ($earlier >= PERMITS && !$cancelled) {
            echo "BROKEN: $key overtook $earlier others\n";
        }
        try {
            if (++$inside > PERMITS) {
                echo "BROKEN: $inside inside\n";
            }
            suspend();
        } finally {
            $inside--;
            $semaphore->release();
        }
    }
};
$all = [spawn($work, 1), spawn($work, 2), spawn($work, 3), spawn($work, 4)];
try {
    foreach ($all as $coroutine) {
        await($coroutine);
    }
} catch (Async\AsyncCancellation) {
    protect(function () use ($all) {
        foreach ($all as $coroutine) {
            try {
                await($coroutine);
            } catch (Async\AsyncCancellation) {
            }
        }
    });
}
if ($semaphore->available() !== PERMITS) {
    echo 'BROKEN: ', $semaphore->available(), " permits\n";
}
echo "done\n";
// schedules: any
?>
--EXPECT--
done
