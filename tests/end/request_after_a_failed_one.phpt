--TEST--
A request is not taken for a failed one because the request before it in the same process failed (P13, D31)
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/request_after_a_failed_one.inc.php';
$counter = __DIR__ . '/request_after_a_failed_one.inc.count';
$body = <<<'PHP'
<?php
$number = (int) @file_get_contents('COUNTER');
file_put_contents('COUNTER', $number + 1);
if ($number % 2 == 0) {
    echo "[fails]";
    ENDING
    return;
}
Async\spawn(function () {
    try {
        usleep(2000);
        echo "[ends late]";
    } catch (Throwable $e) {
        echo '[', get_class($e), ']';
    }
});
PHP;
foreach ([
    'exception' => 'throw new Exception("thrown");',
    'exception for a handler' => 'set_exception_handler(fn() => 1); throw new Exception("thrown");',
    'error' => 'undefined_function();',
    'user error' => 'trigger_error("fatal", E_USER_ERROR);',
    'memory limit' => 'ini_set("memory_limit", "8M"); str_repeat("x", 20 << 20);',
    'time limit' => 'set_time_limit(1); while (true);',
    'error while it is compiled' => 'eval("class A { function b(); }");',
    'coroutine fails' => 'Async\spawn(fn() => throw new Exception("failed"));',
    'fatal in coroutine' => 'Async\spawn(fn() => trigger_error("fatal", E_USER_ERROR));',
    'exit' => 'exit(255);',
    'exit in coroutine' => 'Async\spawn(fn() => exit(255));',
    'shutdown function fails' => 'register_shutdown_function(fn() => throw new Exception("thrown"));',
    'destructor fails' => 'class D { function __destruct() { throw new Exception("thrown"); } } $GLOBALS["d"] = new D;',
] as $name => $ending) {
    @unlink($counter);
    file_put_contents($script, strtr($body, ['ENDING' => $ending, 'COUNTER' => $counter]));
    $output = (string) shell_exec('env -i ' . php_command('-d html_errors=0 -d display_errors=0 -T 4 ' . escapeshellarg($script),
        getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>/dev/null');
    preg_match_all('/\[.*?\]/', $output, $parts);
    echo "$name: ", implode(' ', $parts[0]), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/request_after_a_failed_one.inc.php');
@unlink(__DIR__ . '/request_after_a_failed_one.inc.count');
?>
--EXPECT--
exception: [fails] [ends late] [fails] [ends late]
exception for a handler: [fails] [ends late] [fails] [ends late]
error: [fails] [ends late] [fails] [ends late]
user error: [fails] [ends late] [fails] [ends late]
memory limit: [fails] [ends late] [fails] [ends late]
time limit: [fails] [ends late] [fails] [ends late]
error while it is compiled: [fails] [ends late] [fails] [ends late]
coroutine fails: [fails] [ends late] [fails] [ends late]
fatal in coroutine: [fails] [ends late] [fails] [ends late]
exit: [fails] [ends late] [fails] [ends late]
exit in coroutine: [fails] [ends late] [fails] [ends late]
shutdown function fails: [fails] [ends late] [fails] [ends late]
destructor fails: [fails] [ends late] [fails] [ends late]
