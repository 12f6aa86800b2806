--TEST--
A failed future that the cycle collector frees raises the same warning as any other (D38)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};

$state = new FutureState;
$holder = new ArrayObject([new Future($state)]);
$error = new class('in a cycle') extends Exception { public $holder; };
$error->holder = $holder;
$state->error($error);
unset($holder, $error, $state);
set_error_handler(function ($level, $message) {
    echo preg_replace('~(class@anonymous).*?:~s', '$1:', preg_replace('~/\S*/~', '', $message)), "\n";
    return true;
});
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
Unobserved error of the future created at cycle_with_unseen_error.php:5, await it or call ignore(): Exception@anonymous: in a cycle in cycle_with_unseen_error.php:7
bool(true)
