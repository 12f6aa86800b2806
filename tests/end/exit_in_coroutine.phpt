--TEST--
exit in a coroutine ends the application at once with its status: no finally block runs, shutdown functions do (D15, EX-01, EX-02)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$others = <<<'PHP'
register_shutdown_function(function () { echo "shutdown\n"; });
class D { function __destruct() { echo "destructor\n"; } }
Async\spawn(function () { try { Async\delay(100000); echo "never\n"; } finally { echo "never finally\n"; } });
Async\spawn(function () { try { Async\await(Async\spawn(fn() => Async\delay(100000))); } catch (Throwable) { echo "never catch\n"; } finally { echo "never finally 2\n"; } });
Async\suspend();
Async\spawn(fn() => print("never started\n"));

PHP;
show_php('running', $others . 'Async\spawn(function () { try { exit(7); } finally { echo "never finally 3\n"; } })->asHiPriority(); try { Async\delay(100000); } finally { echo "never finally 4\n"; }');
show_php('while main awaits it', $others . '$c = Async\spawn(function () { exit(8); }); $c->asHiPriority(); try { Async\await($c); echo "never\n"; } catch (Throwable $e) { echo "never\n"; }');
show_php('text', $others . 'Async\spawn(function () { die("text\n"); })->asHiPriority(); Async\suspend(); echo "never\n";');
show_php('after main ended', 'Async\spawn(function () { Async\delay(2); exit(9); }); Async\spawn(function () { try { Async\delay(100000); } finally { echo "never\n"; } });');
show_php('nested', 'Async\spawn(function () { Async\await(Async\spawn(function () { Async\await(Async\spawn(function () { Async\suspend(); exit(10); })); echo "never\n"; })); });  Async\delay(100000);');
show_php('exit()', 'Async\spawn(function () { exit; }); Async\delay(100000);');
show_php('deep frames with objects', $others . 'function deep($n) { $d = $n === 3 ? new D : null; if ($n === 0) { Async\suspend(); exit(11); } deep($n - 1); } Async\spawn("deep", 3); Async\delay(100000);');
?>
--EXPECT--
-- running
shutdown
status 7
-- while main awaits it
shutdown
status 8
-- text
text
shutdown
status 0
-- after main ended

status 9
-- nested

status 10
-- exit()

status 0
-- deep frames with objects
never started
destructor
shutdown
status 11
