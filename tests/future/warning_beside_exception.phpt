--TEST--
The warning for an unseen error is raised also while an exception unwinds; the error handler can throw (D38)
--FILE--
<?php
// schedules: any
use Async\Future;

function f() {
    $future = Future::failed(new Exception('unseen'));
    throw new LogicException('passes');
}
set_error_handler(function (int $level, string $message) {
    echo "handler: ", strtok($message, '/'), "\n";
    return true;
});
try {
    f();
} catch (LogicException $e) {
    echo 'caught: ', $e->getMessage(), "\n";
}
set_error_handler(function (int $level, string $message) {
    throw new ErrorException('made of the warning');
});
try {
    f();
} catch (Exception $e) {
    echo 'caught: ', $e->getMessage(), ', previous: ', $e->getPrevious()->getMessage(), "\n";
}
$future = Future::failed(new Exception('unseen'));
try {
    $future = null;
} catch (ErrorException $e) {
    echo 'caught: ', $e->getMessage(), "\n";
}
?>
--EXPECT--
handler: Unobserved error of the future created at 
caught: passes
caught: made of the warning, previous: passes
caught: made of the warning
