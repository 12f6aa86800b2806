--TEST--
c_api: C code runs as a coroutine, with a name, a result and failures like any other; what it works on is dropped once
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
show('a result, a name, a failure', <<<'CODE'
    $a = probe_spawn(fn() => [probe_ask('answer', 5), Async\currentCoroutine()->getName()], 'the name');
    echo implode(', ', await($a)), "\n";
    $b = probe_spawn(function () { throw new LogicException('failed'); });
    try {
        await($b);
    } catch (LogicException $e) {
        echo $e->getMessage(), "\n";
    }
    gc_collect_cycles();
    echo probe_counts(), "\n";
    CODE);
show('cancelled before it begins, and when it waits', <<<'CODE'
    $a = probe_spawn(fn() => print("never\n"));
    $a->cancel();
    $b = probe_spawn(fn() => probe_ask('never', 100));
    suspend();
    $b->cancel();
    foreach ([$a, $b] as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
    }
    $a = $b = $coroutine = null;
    echo probe_counts(), "\n";
    CODE);
show('scopes and callbacks of onSpawn()', <<<'CODE'
    $scope = new Async\Scope();
    $closed = $scope->spawn(function () {
        @Async\currentScope()->disposeSafely();
        try {
            probe_spawn(fn() => print("never\n"));
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), ', ', probe_counts(), "\n";
        }
    });
    await($closed, timeout(10000));
    Async\onSpawn(function ($coroutine) { echo "seen ", $coroutine->getName(), "\n"; });
    await(probe_spawn(fn() => 1, 'one'));
    CODE);
show('when an exception leaves a function', <<<'CODE'
    function leave(): void
    {
        $farewell = probe_farewell(fn() => print("farewell\n"));
        throw new Exception('left');
    }
    function call(): void
    {
        // Code before and behind the call: the place of the exception matters.
        $numbers = range(1, 10);
        try {
            leave();
            echo "BROKEN\n";
        } catch (Exception $e) {
            echo array_sum($numbers), ' ', $e->getMessage();
            echo $e->getPrevious() ? " after {$e->getPrevious()->getMessage()}\n" : "\n";
        }
        suspend();
        $e = null; // the call of the callback in its trace has the coroutine
        echo probe_counts(), "\n";
    }
    call();
    Async\onSpawn(function ($coroutine) { echo "seen ", $coroutine->getName(), "\n"; });
    call();
    Async\onSpawn(fn() => throw new Exception('the callback'));
    call();
    CODE);
show('no handle, a script that ends, exit()', <<<'CODE'
    probe_spawn(function () {
        delay(5);
        echo "ran\n";
        probe_spawn(function () {
            probe_ask('never', 60000);
        });
        delay(5);
        exit(3);
    });
    CODE);
show('a fatal error while C code is parked', <<<'CODE'
    ini_set('memory_limit', '8M');
    probe_spawn(fn() => probe_ask('never', 60000));
    spawn(fn() => probe_ask('never', 60000));
    spawn(function () {
        probe_begin(1);
        probe_wake(1, 'not taken');
        delay(5);
        ini_set('display_errors', '0');
        trigger_error('end', E_USER_ERROR);
    });
    CODE);
?>
--EXPECTF--
-- a result, a name, a failure
answer, the name
failed
taken 1, dropped 2, refused 0, calls 0
status 0
-- cancelled before it begins, and when it waits
cancelled
cancelled
taken 0, dropped 2, refused 0, calls 0
status 0
-- scopes and callbacks of onSpawn()
Coroutine scope is closed, taken 0, dropped 1, refused 0, calls 0
seen one
status 0
-- when an exception leaves a function
55 left
farewell
taken 0, dropped 1, refused 0, calls 0
seen farewell
55 left
farewell
taken 0, dropped 1, refused 0, calls 0
seen farewell
55 the callback after left
taken 0, dropped 1, refused 0, calls 0
status 0
-- no handle, a script that ends, exit()
ran
status 3
-- a fatal error while C code is parked

status 255
