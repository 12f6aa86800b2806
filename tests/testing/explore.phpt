--TEST--
Async\Testing\explore(): ten planted races, which the usual order never shows, are found and replayed
--FILE--
<?php
use Async\{Channel, Mutex};
use Async\Testing\ScheduleFailure;
use function Async\{await, awaitAllOrFail, delay, spawn, suspend};
use function Async\Testing\{explore, run};

/** What goes wrong in a program with a race. */
final class Race extends Exception
{
}

function check(bool $holds, string $what): void
{
    $holds || throw new Race($what);
}

/** Some work that takes a number of turns. */
function turns(int $count): void
{
    while ($count--) {
        suspend();
    }
}

function all(callable ...$bodies): void
{
    awaitAllOrFail(array_map(fn($body) => spawn($body), $bodies));
}

$races = [
    'lost update' => function () {
        $count = 0;
        $add = function (int $start, int $turns) use (&$count) {
            turns($start);
            $seen = $count;
            turns($turns);
            $count = $seen + 1;
        };
        all(fn() => $add(0, 1), fn() => $add(3, 0));
        check($count === 2, "the count is $count");
    },
    'check, then act' => function () {
        $seats = 1;
        $sold = 0;
        $buy = function (int $start, int $turns) use (&$seats, &$sold) {
            turns($start);
            if ($seats > 0) {
                turns($turns);
                $seats--;
                $sold++;
            }
        };
        all(fn() => $buy(0, 2), fn() => $buy(4, 0));
        check($sold === 1, "sold $sold times");
    },
    'used before it is made' => function () {
        $made = null;
        all(
            function () use (&$made) { turns(1); $made = 'made'; },
            function () use (&$made) { turns(3); check($made !== null, 'not made yet'); },
        );
    },
    'used after it was closed' => function () {
        $open = true;
        all(
            function () use (&$open) { turns(2); check($open, 'closed'); },
            function () use (&$open) { turns(4); $open = false; },
        );
    },
    'cache filled twice' => function () {
        $cache = [];
        $fills = 0;
        $get = function (int $start) use (&$cache, &$fills) {
            turns($start);
            if (!isset($cache['key'])) {
                turns(1);
                $fills++;
                $cache['key'] = true;
            }
        };
        all(fn() => $get(0), fn() => $get(3), fn() => $get(3));
        check($fills === 1, "filled $fills times");
    },
    'two locks in two orders' => function () {
        [$a, $b] = [new Mutex, new Mutex];
        $both = function (Mutex $first, Mutex $second, int $start) {
            turns($start);
            $first->lock();
            try {
                turns(1);
                $second->lock();
                $second->unlock();
            } finally {
                $first->unlock();
            }
        };
        all(fn() => $both($a, $b, 0), fn() => $both($b, $a, 4));
    },
    'lost wake-up' => function () {
        $flag = false;
        $bell = new Channel(0);
        $sleeper = spawn(function () use (&$flag, $bell) {
            if (!$flag) {
                turns(1);
                $bell->recv();
            }
        });
        spawn(function () use (&$flag, $bell) {
            turns(4);
            $flag = true;
            $bell->sendAsync(true);   // only a receiver that waits already gets it
        });
        await($sleeper);
    },
    'a result that overtakes another' => function () {
        $shown = null;
        $request = function (int $page, int $turns) use (&$shown) {
            turns($turns);
            $shown = $page;
        };
        all(fn() => $request(1, 1), fn() => $request(2, 4));
        check($shown === 2, "page $shown is shown");
    },
    'a list that changes while it is walked' => function () {
        $jobs = ['a', 'b', 'c'];
        $done = [];
        all(
            function () use (&$jobs, &$done) {
                for ($i = 0; $i < count($jobs); $i++) {
                    suspend();
                    $done[] = $jobs[$i] ?? throw new Race('the list has changed');
                }
            },
            function () use (&$jobs) { turns(6); $jobs = array_slice($jobs, 0, 1); },
        );
    },
    'timers with one deadline' => function () {
        $log = '';
        all(
            function () use (&$log) { delay(50); $log .= 'writes '; },
            function () use (&$log) { delay(50); $log .= 'reads '; },
        );
        check($log === 'writes reads ', $log);
    },
];

foreach ($races as $name => $race) {
    for ($i = 0; $i < 20; $i++) {
        run($race);
    }
    try {
        explore($race, 300);
        echo "$name: NOT FOUND\n";
        continue;
    } catch (ScheduleFailure $e) {
    }
    $what = $e->getPrevious();
    if (!str_contains($e->getMessage(), "seed: {$e->seed})") || !str_contains($e->getMessage(), "Schedule {$e->seed} of 300")) {
        echo "BROKEN: ", $e->getMessage(), "\n";
    }
    $replays = 0;
    for ($i = 0; $i < 20; $i++) {
        try {
            run($race, seed: $e->seed);
        } catch (Race|Async\DeadlockError $again) {
            $replays += $again::class === $what::class && $again->getLine() === $what->getLine()
                && preg_replace('/#\d+|\n.*/s', '', $again->getMessage()) === preg_replace('/#\d+|\n.*/s', '', $what->getMessage());
        }
    }
    echo "$name: ", strtok($what->getMessage(), ':'), ", replayed $replays times\n";
}

echo "-- the message\n";
try {
    explore(function () {
        await(spawn(function () {
            delay(10);
            throw new Race('always');
        }));
    }, 5);
} catch (ScheduleFailure $e) {
    echo $e->getMessage(), "\n";
}

echo "-- a program without a race\n";
$runs = 0;
explore(function () use (&$runs) {
    $runs++;
    $mutex = new Mutex;
    $count = 0;
    $add = function () use ($mutex, &$count) {
        $mutex->lock();
        $seen = $count;
        suspend();
        $count = $seen + 1;
        $mutex->unlock();
    };
    all($add, $add, $add);
    check($count === 3, "$count");
}, 100);
echo "$runs runs\n";

foreach ([0, -1] as $runs) {
    try {
        explore(fn() => null, $runs);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
lost update: the count is 1, replayed 20 times
check, then act: sold 2 times, replayed 20 times
used before it is made: not made yet, replayed 20 times
used after it was closed: closed, replayed 20 times
cache filled twice: filled %d times, replayed 20 times
two locks in two orders: Deadlock in the test, replayed 20 times
lost wake-up: Deadlock in the test, replayed 20 times
a result that overtakes another: page 1 is shown, replayed 20 times
a list that changes while it is walked: the list has changed, replayed 20 times
timers with one deadline: reads writes , replayed 20 times
-- the message
Race: always

Schedule 1 of 5 has failed, in coroutine #%d spawned at %sexplore.php:%d.
Coroutines that ran last: #%d #%d%A
Replay: Async\Testing\run($test, seed: 1)
-- a program without a race
100 runs
Async\Testing\explore(): Argument #2 ($runs) must be at least 1
Async\Testing\explore(): Argument #2 ($runs) must be at least 1
