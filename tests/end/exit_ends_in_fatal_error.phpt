--TEST--
exit() while coroutines wait in functions whose failure is a fatal error: the status stays, and nothing is said (D15)
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* What ends in a fatal error when its callback does not go on. */
$calls = [
    'var_dump' => 'var_dump([new Waits]);',
    'print_r' => 'print_r([new Waits], true);',
    'in a Fiber' => '(new Fiber(fn() => var_dump(new Waits)))->start();',
    'destructor' => 'new Fails;',
];
$ends = [
    'of a coroutine' => 'spawn(function () { delay(1); exit(7); }); delay(1000);',
    'of a coroutine while main waits, too' => 'spawn(function () { delay(1); exit(7); }); CALL',
    'of main' => 'delay(1); exit(7);',
    'in a Fiber of main' => '(new Fiber(function () { delay(1); exit(7); }))->start();',
];
foreach ($calls as $name => $call) {
    foreach ($ends as $of => $end) {
        $end = str_replace('CALL', $call, $end);
        [$output, $status] = run_php(<<<CODE
            use function Async\{delay, spawn};

            final class Waits
            {
                public function __debugInfo(): array
                {
                    delay(1000);
                    return [];
                }
            }
            final class Fails
            {
                public function __destruct()
                {
                    delay(1000);
                    trigger_error('fatal', E_USER_ERROR);
                }
            }
            ob_start(fn() => '');
            for (\$i = 0; \$i < 3; \$i++) {
                spawn(function () {
                    $call
                });
                spawn(delay(...), 1000);
            }
            register_shutdown_function(function () {
                ob_end_clean();
                echo 'shutdown';
            });
            $end
            CODE);
        if ($output !== 'shutdown' || $status !== 7) {
            echo "$name, exit() $of: BROKEN, status $status: $output\n";
        }
    }
}
echo count($calls), " calls\n";
?>
--EXPECT--
4 calls
