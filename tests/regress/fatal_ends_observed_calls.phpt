--TEST--
After a fatal error in a coroutine observers see the end of its calls, and of all contexts before the request ends
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
begin outer
begin inner
begin wait
end wait, a value

Fatal error: 'break' not in %s
end inner, no value
end outer, no value
begin ending
shutdown function
end ending, a value
contexts: 0
status 255
-- coroutine
begin waiting
begin wait
begin outer
begin inner
begin wait
end wait, a value
begin wait
end wait, a value

Fatal error: 'break' not in %s
end inner, no value
end outer, no value
begin ending
shutdown function
end ending, a value
contexts: 0
status 255
-- Fiber in a coroutine
begin run
begin outer
begin inner
begin wait
end wait, a value

Fatal error: 'break' not in %s
end inner, no value
end outer, no value
end run, no value
begin ending
shutdown function
end ending, a value
contexts: 0
status 255
-- no fatal error
begin waiting
begin wait
end wait, a value
begin wait
end wait, a value
end waiting, a value
begin ending
shutdown function
end ending, a value
contexts: 0
status 0
