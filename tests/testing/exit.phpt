--TEST--
Async\Testing\run(): exit() in a test, and in a coroutine of one, ends the application
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$programs = [
    'exit in a test' => 'run(function () { delay(5); exit(7); });',
    'exit in a coroutine' => 'run(function () { spawn(function () { delay(5); exit(7); }); delay(1000); });',
    'exit in a nested run' => 'run(fn() => run(fn() => exit(7)), 3);',
    'exit while explored' => 'explore(function () { delay(5); exit(7); }, 10);',
    'exit beside a run' => 'spawn(function () { delay(5); exit(7); }); run(fn() => delay(1000));',
    'exit in a Fiber' => '(new Fiber(fn() => run(function () { delay(5); exit(7); })))->start();',
    'fatal error in a test' => 'run(function () { delay(5); trigger_error("fatal", E_USER_ERROR); });',
    'fatal error in a coroutine' => 'run(function () { spawn(function () { trigger_error("fatal", E_USER_ERROR); });
        delay(1000); });',
    'uncaught' => 'run(fn() => throw new LogicException("thrown"));',
    'graceful shutdown' => 'run(function () { Async\gracefulShutdown(); delay(1000); }); echo "not reached\n";',
    'nothing' => 'run(fn() => delay(1000)); exit(7);',
];
foreach ($programs as $name => $program) {
    $code = 'use function Async\{await, delay, spawn}; use function Async\Testing\{explore, run};
        register_shutdown_function(function () { $began = hrtime(true); usleep(20000); echo " ",
            hrtime(true) - $began >= 20e6 ? "real time" : "BROKEN"; }); ' . $program;
    [$output, $status] = run_php($code);
    preg_match('/Fatal error: *(\S+.*)/', $output, $error);
    preg_match('/(real time|BROKEN).*/', $output, $end);
    echo "$name: status $status, ", isset($error[1]) ? strtok($error[1], ':') . ', ' : '', $end[0] ?? 'no end', "\n";
}
?>
--EXPECT--
exit in a test: status 7, real time
exit in a coroutine: status 7, real time
exit in a nested run: status 7, real time
exit while explored: status 7, real time
exit beside a run: status 7, real time
exit in a Fiber: status 7, real time
fatal error in a test: status 255, fatal in Standard input code on line 3, real time
fatal error in a coroutine: status 255, fatal in Standard input code on line 3, real time
uncaught: status 255, Uncaught LogicException, real time
graceful shutdown: status 0, real time
nothing: status 7, real time
