--TEST--
The end of a request, a fatal error and a disposed scope drop pending lookups (P5, P8, IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
own_names('timeout:2 attempts:1');

$lookups = <<<'CODE'
    use function Async\{spawn, delay, await};
    foreach ([fn() => gethostbyname('hung1.test'), fn() => dns_get_record('hung2.test', DNS_ANY), fn() => gethostbyaddr('192.0.2.1'),
        fn() => getmxrr('hung3.test', $h), fn() => fsockopen('hung4.test', 80)] as $call) {
        spawn(fn() => @$call());
    }
    delay(20);
    CODE;
show_php('exit', "$lookups exit(3);");
show_php('exit in a coroutine', "$lookups await(spawn(fn() => exit(4)));");
show_php('fatal error', "$lookups spawn(fn() => @trigger_error('enough', E_USER_ERROR)); delay(1000);");
// Answers that arrive after their waiters are gone.
show_php('answered', "for (\$i = 0; \$i < 4; \$i++) { Async\\spawn(fn() => [gethostbynamel('multi.test'), checkdnsrr('a.test', 'A')]); }
    Async\\suspend(); usleep(1); exit(5);");
show_php('disposed scope', "\$scope = new Async\\Scope; \$scope->spawn(fn() => gethostbyname('hung5.test')); Async\\delay(20);
    \$scope->disposeSafely(); \$scope->cancel(); echo gethostbyname('a.test'), PHP_EOL;");
?>
--EXPECTF--
-- exit

status 3
-- exit in a coroutine

status 4
-- fatal error

Fatal error: enough in Standard input code on line 6
  in coroutine #7 spawned at Standard input code:6
  by the main script
status 255
-- answered

status 5
-- disposed scope
%A192.0.2.1
status 0
