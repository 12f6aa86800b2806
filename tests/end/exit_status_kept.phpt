--TEST--
Exit status: 0 after a clean drain, also with warnings or a handled failure; exit wins over running coroutines (P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('clean', 'Async\spawn(fn() => Async\delay(1));');
show_php('handled', '$c = Async\spawn(fn() => throw new Exception("x")); try { Async\await($c); } catch (Exception) {}');
show_php('exit in shutdown', 'register_shutdown_function(fn() => exit(9)); Async\spawn(fn() => Async\delay(1));');
show_php('exit 255 in main', 'register_shutdown_function(fn() => print("shutdown")); Async\spawn(function () { try { Async\delay(100000); } finally { echo "never\n"; } }); Async\suspend(); exit(255);');
show_php('exit in destructor at the end', 'class D { function __destruct() { exit(17); } } $d = new D; Async\spawn(fn() => print("coroutine"));');
show_php('exit in a coroutine of the drain beats main', 'Async\spawn(function () { Async\delay(1); exit(18); }); register_shutdown_function(fn() => print("shutdown"));');
?>
--EXPECT--
-- clean

status 0
-- handled

status 0
-- exit in shutdown

status 9
-- exit 255 in main
shutdown
status 255
-- exit in destructor at the end
coroutine
status 17
-- exit in a coroutine of the drain beats main
shutdown
status 18
