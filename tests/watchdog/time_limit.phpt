--TEST--
The time limit fires as usual with the watchdog, in the main script and in a coroutine (D30)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('measures processor time');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach ([0, 50] as $interval) {
    foreach (['in a coroutine' => 'await(spawn(busy(...)));', 'in main' => 'spawn(fn() => 1); busy();'] as $where => $call) {
        [$output, $status] = run_php(<<<PHP
        use function Async\{spawn, await};
        function busy() { while (true); }
        set_time_limit(1);
        set_error_handler(fn(\$type, \$text) => print("warned\\n"));
        register_shutdown_function(fn() => print("shutdown\\n"));
        $call
        PHP, "-d async.max_activity_interval=$interval");
        preg_match_all('/^(warned|shutdown|Fatal error: Maximum execution time of 1 second)/m', $output, $found);
        echo "$interval $where: ", implode(', ', $found[0]), ", status $status\n";
    }
}
?>
--EXPECT--
0 in a coroutine: Fatal error: Maximum execution time of 1 second, shutdown, status 255
0 in main: Fatal error: Maximum execution time of 1 second, shutdown, status 255
50 in a coroutine: warned, Fatal error: Maximum execution time of 1 second, shutdown, status 255
50 in main: warned, Fatal error: Maximum execution time of 1 second, shutdown, status 255
