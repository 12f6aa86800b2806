--TEST--
catch() gives a new future with the callback's result for the error; results and cancellations pass unchanged (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, AsyncCancellation};
use function Async\{await, suspend};

var_dump(await(Future::completed('result')->catch(fn() => 'not called')));
var_dump(await(Future::failed(new Exception('first'))->catch(function ($e) {
    suspend();
    return $e->getMessage() . ' caught';
})));
try {
    await(Future::failed(new Exception('first'))->catch(fn($e) => throw new Exception('second', 0, $e)));
} catch (Exception $e) {
    echo $e->getMessage(), ' after ', $e->getPrevious()->getMessage(), "\n";
}
$cancelled = new Future;
$cancelled->cancel(new AsyncCancellation('cancelled'));
try {
    await($cancelled->catch(fn() => 'not called')->map(fn() => 'not called'));
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
string(6) "result"
string(12) "first caught"
second after first
cancelled
