--TEST--
A mutex has one owner at a time, in the order of the calls, in every schedule; a cancelled coroutine leaves it free (D34, P5)
--FILE--
<?php
use Async\Mutex;
use function Async\{spawn, suspend, await, protect};

$mutex = new Mutex;
$inside = 0;
$asked = $got = [];
$work = function (int $n) use ($mutex, &$inside, &$asked, &$got) {
    for ($i = 0; $i < 2; $i++) {
        $key = "$n.$i";
        $asked[] = $key;
        try {
            $mutex->lock();
        } catch (Async\AsyncCancellation $e) {
            $asked = array_values(array_diff($asked, [$key]));
            throw $e;
        }
        $got[] = $key;
        try {
            if (++$inside !== 1) {
                echo "BROKEN: $inside inside\n";
            }
            suspend();
        } finally {
            $inside--;
            $mutex->unlock();
        }
    }
};
$all = [spawn($work, 1), spawn($work, 2), spawn($work, 3)];
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
if ($asked !== $got) {
    echo 'BROKEN: asked ', implode(' ', $asked), ', got ', implode(' ', $got), "\n";
}
if ($mutex->isLocked()) {
    echo "BROKEN: still locked\n";
}
echo "done\n";
// schedules: any
?>
--EXPECT--
done
