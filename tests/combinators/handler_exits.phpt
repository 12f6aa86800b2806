--TEST--
exit() in the handler of ignoreErrors() ends the application (CB-05, D15)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, awaitAll, any, ignoreErrors};

register_shutdown_function(fn() => print("shutdown function\n"));
try {
    awaitAll([any([ignoreErrors(any([Future::failed(new Exception('one')), new Future]), function () {
        exit("exit\n");
    })])]);
} finally {
    echo "not reached\n";
}
?>
--EXPECT--
exit
shutdown function
