--TEST--
exit() in a function ends the script, also when a pool ends with the variables of the function and its destructor throws
--FILE--
<?php
use Async\Pool;

function leave(): void
{
    $pool = new Pool(fn() => new ArrayObject(), destructor: function () {
        echo "destroyed\n";
        throw new LogicException('of the destructor');
    });
    $pool->release($pool->acquire());
    exit("exit\n");
}
register_shutdown_function(function () { echo "shutdown\n"; });
try {
    leave();
    echo "BROKEN\n";
} catch (LogicException $e) {
    echo "BROKEN: {$e->getMessage()}\n";
}
echo "BROKEN\n";
?>
--EXPECT--
exit
destroyed
shutdown
