--TEST--
c_api: forks, deadlocks, the order in which extensions are loaded, calls of other extensions, the virtual clock
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
skip_under_tools('runs PHP with other options, and threads in forked processes');
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
show('a wait for another thread is no deadlock; one that nothing can end is left to the limit', <<<'CODE'
    $future = new Async\FutureState();
    $a = spawn(fn() => probe_ask('answer', 200));
    $b = spawn(fn() => await($a));
    echo await($b), "\n";
    spawn(function () {
        probe_begin(1);
        echo probe_park(1, 50), "\n";
        probe_end(1);
    });
    CODE);
show('in a forked child tickets of before are over, and new ones work', <<<'CODE'
    $other = spawn(fn() => probe_ask('of the other', 300));
    $a = spawn(function () {
        probe_begin(1);
        probe_begin(2);
        probe_wake(2, 'of the parent');
        probe_wake(1, 'later', 200);
        $child = pcntl_fork();
        if ($child === 0) {
            echo "child: ", probe_park(1), ", ", probe_park(2), ", ", var_export(probe_wake(1, 'x'), true), "\n";
            probe_end(1);
            probe_end(2);
            echo "child: ", probe_ask('new', 20), ", ", probe_blocking(5), ", ", probe_counts(), "\n";
            return;
        }
        pcntl_waitpid($child, $status);
        echo "parent: ", probe_park(1), ", ", probe_park(2), ", status $status\n";
        probe_end(1);
        probe_end(2);
    });
    await($a);
    if (!$other->isCancelled()) {
        echo await($other), "\n";
    }
    CODE);
show('a child that main forks', <<<'CODE'
    spawn(fn() => probe_ask('of the parent', 60000));
    $waits = spawn(fn() => probe_ask('answer', 100));
    suspend();
    if (pcntl_fork() === 0) {
        echo "child: ", await(spawn(fn() => probe_ask('new', 20))), "\n";
        return;
    }
    pcntl_wait($status);
    echo "parent: ", await($waits), ", status $status\n";
    exit;
    CODE);
preg_match('/extension=["\']*([^"\' ]+async\.so)/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $found);
$async = $found[1];
$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n';
$probe = '-d extension=' . escapeshellarg(probe());
$async = '-d extension=' . escapeshellarg($async);
$code = escapeshellarg('echo probe_about(), "\n"; if (function_exists("Async\\\\spawn")) { Async\delay(0); }'
    . ' echo probe_ask("x", 1), "\n";');
foreach (['before' => "$probe $async", 'after' => "$async $probe", 'without' => $probe] as $title => $options) {
    echo "-- $title\n", shell_exec("$php $options -r $code 2>&1");
}
$other = '-d extension=' . escapeshellarg(build_extension('other', __DIR__ . '/probe.c', '-DOTHER -Wno-unused'));
show('inside of calls', <<<'CODE'
    delay(0);
    var_dump(probe_calling(fn() => probe_may_park()));
    var_dump(other_calling(fn() => probe_may_park()));
    echo other_calling(fn() => probe_ask('x', 1)), "\n";
    ob_start(function ($text) {
        return $text . (probe_may_park() ? 'may' : 'may not') . "\n";
    });
    echo "in an output handler it ";
    ob_end_flush();
    $other = spawn(fn() => print("other\n"));
    echo probe_calling(fn() => probe_ask('x', 50)), "\n";
    CODE, $other);
show('virtual clock', <<<'CODE'
    Async\Testing\run(function () {
        $start = hrtime(true);
        $limit = spawn(function () { delay(3600000); });
        $a = spawn(fn() => probe_ask('in real time', 100, 1000000));
        echo await($a), "\n";
        $limit->cancel();
    });
    CODE);
?>
--EXPECT--
-- a wait for another thread is no deadlock; one that nothing can end is left to the limit
answer
timeout
status 0
-- in a forked child tickets of before are over, and new ones work
child: failed: Operation canceled, failed: Operation canceled, false
child: new, by a worker, taken 1, dropped 0, refused 0, calls 1
parent: later, of the parent, status 0
of the other
status 0
-- a child that main forks
child: new
parent: answer, status 0
status 0
-- before
at MINIT there, now there, another version refused, has spawn() yes
x
-- after
at MINIT there, now there, another version refused, has spawn() yes
x
-- without
at MINIT missing, now missing, another version missing, has spawn() no
x, blocked
-- inside of calls
bool(true)
bool(false)
x, blocked
in an output handler it may not
other
x
status 0
-- virtual clock
in real time
status 0
