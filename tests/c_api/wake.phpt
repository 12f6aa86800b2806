--TEST--
c_api: another thread wakes a coroutine and brings its prize; a prize that is not taken is dropped, a late one is refused
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
show('others run meanwhile', <<<'CODE'
    echo probe_about(), "\n";
    var_dump(probe_current(), probe_may_park());
    echo probe_ask('main', 5), "\n";
    $a = spawn(fn() => probe_ask('a', 300));
    $b = spawn(fn() => probe_ask('b', 300));
    $others = 0;
    $c = spawn(function () use (&$others, $a, $b) {
        while (!$a->isFinished() || !$b->isFinished()) {
            $others++;
            delay(10);
        }
    });
    echo await($a), await($b), "\n";
    await($c);
    var_dump($others > 2, probe_may_park(), probe_current() === Async\currentCoroutine());
    echo probe_ask('main again', 5), "\n", probe_counts(), "\n";
    CODE);
show('a wake-up reaches a coroutine while another one holds the thread', <<<'CODE'
    $a = spawn(fn() => probe_ask('a', 10));
    suspend();
    for ($turns = 0, $until = hrtime(true) + 20e9; !$a->isFinished() && hrtime(true) < $until; $turns++) {
        suspend();
    }
    var_dump(await($a), $turns > 0);
    CODE);
show('limits', <<<'CODE'
    delay(0);
    echo probe_ask('late', 100, 10), "\n";
    delay(300);
    echo probe_counts(), "\n";
    echo probe_ask('early', 0, 10, 1, true), "\n";
    echo probe_ask('three times', 0, -1, 3, true), "\n", probe_counts(), "\n";
    echo probe_ask('in time', 10, 20000), "\n", probe_counts(), "\n";
    CODE);
show('cancelled while parked, and when woken already', <<<'CODE'
    $a = spawn(fn() => probe_ask('a', 100));
    suspend();
    print_r($a->getAwaitingInfo());
    $a->cancel();
    try {
        await($a);
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
    delay(300);
    echo probe_counts(), "\n";
    $b = spawn(function () {
        probe_begin(1);
        try {
            echo probe_park(1);
        } catch (Async\AsyncCancellation) {
            echo "cancelled, ", probe_counts(), "\n";
        }
        probe_end(1);
    });
    suspend();
    var_dump(probe_wake(1, 'prize'));
    $b->cancel();
    suspend();
    echo probe_counts(), "\n";
    CODE);
show('woken by a coroutine; before the park; never parked on; twice', <<<'CODE'
    $a = spawn(function () {
        probe_begin(1);
        echo probe_park(1), "\n";
        echo probe_park(1), "\n";
        var_dump(probe_wake(1, 'late'));
        probe_end(1);
        probe_begin(2);
        probe_wake(2, 'before');
        var_dump(probe_wake(2, 'again'));
        echo probe_park(2), "\n";
        probe_end(2);
        probe_begin(3);
        probe_wake(3, 'not taken');
        probe_end(3);
        probe_begin(4);
        probe_end(4);
    });
    suspend();
    probe_wake(1, 'by main');
    await($a);
    echo probe_counts(), "\n";
    CODE);
show('a second coroutine parks on the ticket of one that is parked', <<<'CODE'
    $a = spawn(function () {
        probe_begin(1);
        echo 'first: ' . probe_park(1, 20000), "\n";
        probe_end(1);
    });
    $b = spawn(fn() => probe_park(1, 20000));
    echo 'second: ', await($b), "\n";
    var_dump(probe_wake(1, 'prize'));
    await($a);
    CODE);
show('many', <<<'CODE'
    for ($i = 0; $i < 200; $i++) {
        $all[] = spawn(fn() => probe_ask("$i", $i % 7, $i % 5 === 0 ? 0 : -1));
    }
    // Not array_map(await(...), ...): 8.6.0RC3 does not find an imported function there.
    $results = array_map(fn($one) => await($one), $all);
    $right = 0;
    foreach ($results as $i => $result) {
        $right += $result === "$i" || ($i % 5 === 0 && $result === 'timeout');
    }
    echo $right, "\n";
    CODE);
?>
--EXPECT--
-- others run meanwhile
at MINIT there, now there, another version refused, has spawn() yes
NULL
bool(false)
main, blocked
ab
bool(true)
bool(true)
bool(true)
main again
taken 3, dropped 0, refused 0, calls 0
status 0
-- a wake-up reaches a coroutine while another one holds the thread
string(1) "a"
bool(true)
status 0
-- limits
timeout
taken 0, dropped 0, refused 1, calls 0
early
three times
taken 2, dropped 0, refused 2, calls 0
in time
taken 1, dropped 0, refused 0, calls 0
status 0
-- cancelled while parked, and when woken already
Array
(
    [type] => job
    [job] => probe answer
)
Async\AsyncCancellation
taken 0, dropped 0, refused 1, calls 0
bool(true)
cancelled, taken 0, dropped 1, refused 0, calls 0
taken 0, dropped 0, refused 0, calls 0
status 0
-- woken by a coroutine; before the park; never parked on; twice
by main
failed: Operation canceled
bool(false)
bool(false)
before
taken 2, dropped 1, refused 0, calls 0
status 0
-- a second coroutine parks on the ticket of one that is parked
second: failed: Operation canceled
bool(true)
first: prize
status 0
-- many
200
status 0
