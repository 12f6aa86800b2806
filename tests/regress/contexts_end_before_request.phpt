--TEST--
Observers see the end of all contexts before the request ends, also after a fatal error
--SKIPIF--
<?php
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc')
    or die('skip needs cc and php-config');
?>
--FILE--
<?php
// schedules: none, it starts other processes
require __DIR__ . '/../c_api/probe.inc';
$observer = '-d extension=' . escapeshellarg(build_extension('observed_calls', __DIR__ . '/observed_calls.c'));
$functions = <<<'PHP'
    function outer() { inner(); }
    function inner() { wait(); eval('break;'); }
    function waiting() { wait(); wait(); }
    function ending() { echo "shutdown function\n"; }
    register_shutdown_function('ending');
    PHP;

show_php('Fiber', $functions . <<<'PHP'
    function wait() { Fiber::suspend(); }
    $fiber = new Fiber('outer');
    $fiber->start();
    $fiber->resume();
    PHP, $observer);
show_php('coroutine', $functions . <<<'PHP'
    function wait() { Async\suspend(); }
    Async\spawn('waiting');
    Async\spawn('outer');
    PHP, $observer);
show_php('Fiber in a coroutine', $functions . <<<'PHP'
    function wait() { Async\suspend(); }
    function run() { (new Fiber('outer'))->start(); }
    Async\spawn('run');
    PHP, $observer);
show_php('no fatal error', $functions . <<<'PHP'
    function wait() { Async\delay(1); }
    Async\spawn('waiting');
    PHP, $observer);
?>
--EXPECTF--
-- Fiber

Fatal error: 'break' not in %s
shutdown function
contexts: 0
status 255
-- coroutine

Fatal error: 'break' not in %s
shutdown function
contexts: 0
status 255
-- Fiber in a coroutine

Fatal error: 'break' not in %s
shutdown function
contexts: 0
status 255
-- no fatal error
shutdown function
contexts: 0
status 0
