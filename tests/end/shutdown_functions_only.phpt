--TEST--
The same when the script never used coroutines before: spawn() in a shutdown function does not start anything (D14, ED-06)
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
