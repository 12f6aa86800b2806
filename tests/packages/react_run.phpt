--TEST--
Loop::run() of ReactPHP in many coroutines at once: it returns when the loop is empty or stopped, and awaits go on
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('react/async', 'react'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('react', 'Async\React');
use React\EventLoop\Loop;
use function Async\{await, delay, spawn};

function runner(string $name): Async\Coroutine
{
    return spawn(function () use ($name) {
        Loop::run();
        return "$name returns\n";
    });
}

echo "-- empty\n";
Loop::run();
echo await(runner('at once'));

echo "-- until it is empty\n";
Loop::addTimer(0.01, fn() => print("timer\n"));
$runners = [runner('first'), runner('second')];
echo implode(array_map(fn($one) => await($one), $runners));

echo "-- until stop()\n";
$timer = Loop::addPeriodicTimer(0.001, fn() => null);
$runners = [runner('first'), runner('second')];
$waiter = spawn(function () {
    React\Async\delay(0.02);
    return "the awaiting one goes on\n";
});
delay(5);
Loop::stop();
echo implode(array_map(fn($one) => await($one), $runners));
echo await($waiter);
Loop::cancelTimer($timer);

echo "-- run() in a listener\n";
Loop::futureTick(function () {
    Loop::addTimer(0.001, fn() => print("inner timer\n"));
    Loop::run();
    echo "inner run returns\n";
});
Loop::run();

echo "-- a cancelled run(), and the next one\n";
$timer = Loop::addTimer(60, fn() => null);
$runner = runner('cancelled');
delay(1);
$runner->cancel();
$next = runner('next');
delay(1);
Loop::cancelTimer($timer);
echo await($next);

echo "-- signals\n";
Loop::addSignal(SIGUSR1, $listener = function (int $signal) use (&$listener) {
    echo $signal === SIGUSR1 ? "signal\n" : "another\n";
    Loop::removeSignal($signal, $listener);
});
$runner = runner('after the signal');
delay(1);
posix_kill(getmypid(), SIGUSR1);
echo await($runner);

echo "-- the main script ends by an exception: the loop does not run, unless a handler takes it\n";
require __DIR__ . '/../inc/child.php';
$code = 'require %s; require vendor_autoloader(); load_adapter("react", "Async\\React");
    React\EventLoop\Loop::addTimer(0.001, fn() => print("\ntimer\n"));
    %s
    throw new Exception("of main");';
foreach (['', 'set_exception_handler(fn($exception) => print("taken: {$exception->getMessage()}\n"));'] as $handler) {
    [$output] = run_php(sprintf($code, var_export(__DIR__ . '/vendor.inc', true), $handler), '-d display_errors=1');
    preg_match_all('/Uncaught Exception: of main|taken: of main|^timer$/m', $output, $found);
    echo implode(', ', array_unique($found[0])), "\n";
}

[$output] = run_php(sprintf($code, var_export(__DIR__ . '/vendor.inc', true), 'register_shutdown_function(fn() => print("shutdown")); exit;'));
echo 'exit(): ', trim(strtr($output, "\n", ' ')), "\n";

echo "-- the main script takes the exception of a listener: the rest of the loop runs only if the loop was used after that\n";
$code = 'require %s; require vendor_autoloader(); load_adapter("react", "Async\React"); use React\EventLoop\Loop;
    Loop::futureTick(fn() => throw new Exception("of a listener"));
    try {
        React\Async\delay(1);
    } catch (Exception $exception) {
        echo $exception->getMessage(), " ";
    }
    Loop::addTimer(0.01, fn() => print("rest "));
    %s';
foreach (['', 'React\Async\delay(0.001);'] as $use) {
    [$output] = run_php(sprintf($code, var_export(__DIR__ . '/vendor.inc', true), $use), '-d display_errors=1');
    echo trim($output), "\n";
}

echo "-- exit() in the main script: the loop was run, its rest is up to the program\n";
Loop::addTimer(0.001, fn() => print("not printed\n"));
exit(0);
?>
--EXPECT--
-- empty
at once returns
-- until it is empty
timer
first returns
second returns
-- until stop()
first returns
second returns
the awaiting one goes on
-- run() in a listener
inner timer
inner run returns
-- a cancelled run(), and the next one
next returns
-- signals
signal
after the signal returns
-- the main script ends by an exception: the loop does not run, unless a handler takes it
Uncaught Exception: of main
taken: of main, timer
exit(): timer shutdown
-- the main script takes the exception of a listener: the rest of the loop runs only if the loop was used after that
of a listener
of a listener rest
-- exit() in the main script: the loop was run, its rest is up to the program
