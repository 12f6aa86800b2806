--TEST--
In a script without coroutines, spawn() in a shutdown function starts nothing (D14, ED-06)
--FILE--
<?php
register_shutdown_function(function () {
    Async\suspend();
    var_dump(Async\spawn(fn() => print("never\n"))->isCancelled());
    Async\delay(1);
    echo "end\n";
});
?>
--EXPECTF--
Warning: Async\spawn(): %s in %s on line %d
bool(true)
end
