--TEST--
The child of a fork in a coroutine has the exit status of stock PHP: of exit(), an uncaught exception, a fatal error (P12, D15, D29)
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'PHP'
use function Async\{spawn, await, delay};
register_shutdown_function(function () { echo "shutdown\n"; });
$other = spawn(function () { try { delay(100000); } finally { echo "finally of the other\n"; } });
function run($other) {
    delay(1);
    $pid = pcntl_fork();
    if ($pid === 0) {
        END
    }
    pcntl_waitpid($pid, $status);
    echo 'status ', pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
    register_shutdown_function(function () { ob_start(); });
    exit(0);
}
try { START } finally { echo "finally of main\n"; }
PHP;
$ends = [
    'returns' => 'return;',
    'exit' => 'exit(3);',
    'exit after a wait' => 'delay(1); exit(4);',
    'exit in a coroutine of the child' => 'await(spawn(function () { delay(1); exit(5); }));',
    'exit with a text' => 'exit("text\n");',
    'exception' => 'throw new Exception("uncaught");',
    'exception in a coroutine of the child' => 'spawn(function () { throw new Exception("uncaught"); }); delay(100000);',
    'fatal error' => 'trigger_error("fatal", E_USER_ERROR);',
    'killed' => 'posix_kill(getmypid(), SIGKILL);',
    'deadlock' => 'await((new Async\Future(new Async\FutureState)));',
];
foreach ($ends as $name => $end) {
    foreach (['main' => 'run($other);', 'a coroutine' => 'await(spawn("run", $other));'] as $where => $start) {
        [$output] = run_php(strtr($program, ['END' => $end, 'START' => $start]));
        preg_match('/^status (.*)$/m', $output, $found);
        $texts = [];
        foreach (['finally of the other', 'text', 'Uncaught Exception: uncaught', 'Fatal error: fatal', 'deadlock', 'shutdown'] as $text) {
            if ($count = substr_count(strtolower($output), strtolower($text))) {
                $texts[] = $text === 'deadlock' ? $text : "$text × $count";
            }
        }
        echo "$name, $where: ", $found[1] ?? "?\n$output", '; ', implode(', ', $texts), "\n";
    }
}
?>
--EXPECT--
returns, main: 0; shutdown × 2
returns, a coroutine: 0; shutdown × 2
exit, main: 3; shutdown × 2
exit, a coroutine: 3; shutdown × 2
exit after a wait, main: 4; shutdown × 2
exit after a wait, a coroutine: 4; shutdown × 2
exit in a coroutine of the child, main: 5; shutdown × 2
exit in a coroutine of the child, a coroutine: 5; shutdown × 2
exit with a text, main: 0; text × 1, shutdown × 2
exit with a text, a coroutine: 0; text × 1, shutdown × 2
exception, main: 255; Uncaught Exception: uncaught × 1, shutdown × 2
exception, a coroutine: 255; Uncaught Exception: uncaught × 1, shutdown × 2
exception in a coroutine of the child, main: 255; Uncaught Exception: uncaught × 1, shutdown × 2
exception in a coroutine of the child, a coroutine: 255; Uncaught Exception: uncaught × 1, shutdown × 2
fatal error, main: 255; Fatal error: fatal × 1, shutdown × 2
fatal error, a coroutine: 255; Fatal error: fatal × 1, shutdown × 2
killed, main: signal 9; shutdown × 1
killed, a coroutine: signal 9; shutdown × 1
deadlock, main: 255; deadlock, shutdown × 2
deadlock, a coroutine: 255; deadlock, shutdown × 2
