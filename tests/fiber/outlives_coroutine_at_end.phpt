--TEST--
Fibers that are suspended inside calls at the end of the script go on or are destroyed after each kind of end (D14, D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* How the script ends, with all Fibers left. */
$ends = [
    'return' => '',
    'exit' => 'exit(3);',
    'exit in a Fiber' => 'await(spawn(fn() => (new Fiber(fn() => exit(3)))->start()));',
    'exit while others wait' => 'spawn(delay(...), 60000); suspend(); exit(3);',
    'uncaught' => 'throw new LogicException("the end");',
    'fatal' => '@trigger_error("the end", E_USER_ERROR);',
    'fatal in a coroutine' => 'await(spawn(fn() => @trigger_error("the end", E_USER_ERROR)));',
    'cancelled' => 'Async\gracefulShutdown();',
];
/* What a shutdown function does with each Fiber. */
$fates = [
    'left' => '',
    'resumed' => 'while ($fiber->isSuspended()) { $fiber->resume(); }',
    'thrown into' => 'while ($fiber->isSuspended()) { $fiber->throw(new LogicException("thrown")); }',
    'dropped' => 'unset($fibers[$name], $fiber);',
];
if (getenv('ASYNC_TEST_TOOL')) {
    /* Each process takes long under valgrind. */
    $ends = array_intersect_key($ends, ['return' => 1, 'exit' => 1, 'fatal' => 1]);
    $fates = array_intersect_key($fates, ['left' => 1, 'resumed' => 1]);
}
$prepared = '
    ini_set("error_reporting", (string) (E_ALL & ~E_WARNING & ~E_NOTICE));
    require ' . var_export(__DIR__ . '/../inc/outliving_fibers.inc', true) . ';
    use function Async\{await, delay, spawn, suspend};
    foreach (outliving_calls() as $name => $make) {
        $fibers[$name] = outliving_fiber($make, $is_free);
        unset($is_free, $make);
    }
    $dropped = new Dropped(function () { Async\stats(); });
    register_shutdown_function(function () {
        global $fibers;
        foreach (array_keys($fibers) as $name) {
            $fiber = $fibers[$name];
            try {
                FATE
            } catch (Throwable $e) {
                echo "$name: ", get_class($e), " ", $e->getMessage(), "\n";
            }
            unset($fiber);
        }
        echo "shut down\n";
    });
    END';

foreach ($ends as $end => $code) {
    foreach ($fates as $fate => $action) {
        [$output, $status] = run_php(strtr($prepared, ['FATE' => $action, 'END' => $code]));
        $expected = match (true) {
            $end === 'return', $end === 'cancelled' => 0,
            str_starts_with($end, 'exit') => 3,
            default => 255,
        };
        $lines = preg_grep('~^(PHP )?(Fatal error|Stack trace|#\d|  thrown|  in coroutine|  by ).*|^$~', explode("\n", $output), PREG_GREP_INVERT);
        if (array_values($lines) !== ['shut down'] || $status !== $expected) {
            echo "-- $end, $fate: status $status\n", $output, "\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
