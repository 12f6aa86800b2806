--TEST--
Async\Testing\run(): each way in which a test can end without a result is seen: no such program ends with the status 0
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* The body of the test, the status of the program, what it prints. Without a status: 255. */
$ends = [
    'an exception' => ['throw new LogicException("it");', 'Uncaught LogicException: it'],
    'an error' => ['throw new TypeError("it");', 'Uncaught TypeError: it'],
    'an exception of a coroutine' => ['spawn(fn() => throw new LogicException("it")); delay(10);', 'Uncaught LogicException: it'],
    'an exception of another scope' => ['$s = new Async\Scope; $s->spawn(fn() => throw new LogicException("it")); delay(10);',
        'Uncaught LogicException: it'],
    'a cancellation' => ['throw new Async\AsyncCancellation("it");', 'Uncaught Async\AsyncCancellation: it'],
    'a cancellation after a wait' => ['delay(5); throw new Async\AsyncCancellation("it");', 'Uncaught Async\AsyncCancellation: it'],
    'a class that extends it' => ['throw new class("it") extends Async\AsyncCancellation {};', 'Uncaught Async\AsyncCancellation@anonymous'],
    'a timeout' => ['await(spawn(fn() => delay(50)), Async\timeout(5));', 'Async\AwaitCancelledException: The wait'],
    'a cancelled coroutine that it awaits' => ['$c = spawn(fn() => delay(50)); $c->cancel(new Async\AsyncCancellation("it")); await($c);',
        'Uncaught Async\AsyncCancellation: it'],
    'its own coroutine cancelled' => ['currentCoroutine()->cancel(new Async\AsyncCancellation("it")); delay(1);',
        'Uncaught Async\AsyncCancellation: it'],
    'its own coroutine cancelled at its end' => ['currentCoroutine()->cancel(new Async\AsyncCancellation("it"));',
        'Uncaught Async\AsyncCancellation: it'],
    'its scope cancelled' => ['currentScope()->cancel(new Async\AsyncCancellation("it")); delay(1);',
        'Uncaught Async\AsyncCancellation: it'],
    'its scope cancelled by a coroutine' => ['$s = currentScope(); spawn(fn() => $s->cancel(new Async\AsyncCancellation("it"))); delay(100);',
        'Uncaught Async\AsyncCancellation: it'],
    'its scope disposed' => ['currentScope()->dispose(); delay(1);', 'Uncaught Async\AsyncCancellation: cancelled at'],
    'a deadlock' => ['(new Async\Channel)->recv();', 'Uncaught Async\DeadlockError'],
    'a deadlock of a coroutine that it awaits' => ['await(spawn(fn() => (new Async\Channel)->recv()));', 'Uncaught Async\DeadlockError'],
    'something left' => ['spawn(fn() => delay(1000));', 'Uncaught Async\Testing\LeakException'],
    'an endless loop' => ['set_time_limit(1); while (true);', 'Maximum execution time'],
    'an endless loop of turns' => ['set_time_limit(1); while (true) { Async\suspend(); }', 'Maximum execution time'],
    'an endless loop of waits' => ['set_time_limit(1); while (true) { delay(1000); }', 'Maximum execution time'],
    'a fatal error' => ['trigger_error("it", E_USER_ERROR);', 'Fatal error: it'],
    'no memory' => ['ini_set("memory_limit", "16M"); str_repeat("x", 100_000_000);', 'Allowed memory size'],
    'exit()' => ['exit(7);', 'end', 7],
    'exit() in a coroutine' => ['spawn(fn() => exit(7)); delay(10);', 'end', 7],
];

/* The callers of run(). */
$callers = [
    'main' => 'run(TEST);',
    'main, with a seed' => 'run(TEST, 5);',
    'main, in real time' => 'run(TEST, null, false);',
    'a nested run' => 'run(fn() => run(TEST, 3), 5);',
    'a Fiber' => '(new Fiber(fn() => run(TEST)))->start();',
    'a coroutine that is awaited' => 'await(spawn(fn() => run(TEST)));',
    'a coroutine that is not awaited' => 'spawn(fn() => run(TEST));',
    'explore()' => 'explore(TEST, 2);',
];
$checked = 0;
foreach ($ends as $end => [$body, $words]) {
    $status = $ends[$end][2] ?? 255;
    // All callers for cancellations, which are silent elsewhere; two callers for each other end.
    foreach (str_contains($body, 'AsyncCancellation("it")') ? $callers : array_slice($callers, $checked % 7, 2) as $caller => $call) {
        $code = 'use function Async\{await, currentCoroutine, currentScope, delay, spawn}; use function Async\Testing\{explore, run};'
            . 'register_shutdown_function(function () { echo "end\n"; });'
            . str_replace('TEST', "function () { $body }", $call);
        [$output, $is] = run_php($code);
        if ($is !== $status || !str_contains($output, $words)) {
            echo "WRONG: $end, called by $caller: status $is, $output\n";
        }
        $checked++;
    }
}
echo $checked > 80 ? "checked\n" : "WRONG: $checked\n";

echo "-- a cancellation that the caller catches is as any other\n";
echo run_php('use function Async\Testing\run;
    try { run(fn() => throw new Async\AsyncCancellation("it")); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(); }')[0], "\n";
echo "-- the caller's own cancellation stays silent\n";
[$output, $status] = run_php('use function Async\{delay, spawn}; use function Async\Testing\run;
    $main = Async\currentCoroutine(); spawn(function () use ($main) { delay(5); $main->cancel(); }); run(fn() => delay(1000), null, false);');
var_dump($output, $status);
?>
--EXPECT--
checked
-- a cancellation that the caller catches is as any other
it
-- the caller's own cancellation stays silent
string(0) ""
int(0)
