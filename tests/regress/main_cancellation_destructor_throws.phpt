--TEST--
The destructor of main's own cancellation throws when main's record is freed: the exception is uncaught
--FILE--
<?php
// schedules: none
use Async\AsyncCancellation;
use function Async\{currentCoroutine, spawn, suspend};

class Throws extends AsyncCancellation
{
    function __destruct()
    {
        throw new RuntimeException('thrown by the destructor');
    }
}

try {
    currentCoroutine()->cancel(new Throws('x'));
    suspend();
} catch (AsyncCancellation $e) {
    unset($e);
}
register_shutdown_function(function () { echo "shutdown function\n"; });
set_exception_handler(function (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
});
// The first uncaught exception goes to the handler, the further one is a warning.
spawn(function () { throw new LogicException('thrown by a coroutine'); });
echo "end of main\n";
?>
--EXPECTF--
end of main
LogicException: thrown by a coroutine

Warning: Uncaught RuntimeException: thrown by the destructor in %s:%d
Stack trace:
#0 [internal function]: Throws->__destruct()
#1 {main}
  thrown in %s on line %d
shutdown function
