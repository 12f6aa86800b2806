--TEST--
A token coroutine that completes normally ends the wait: no previous exception, and its result is not used (AW-09, AW-13, D24)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$slow = spawn(function () {
    for ($i = 0; $i < 5; $i++) suspend();
    return 'slow';
});
$token = spawn(fn() => 'token');
try {
    await($slow, $token);
} catch (Async\AwaitCancelledException $e) {
    echo $e->getMessage(), "\n";
    var_dump($e->getPrevious());
}
// A token that is complete already fires at once, while the slow coroutine is not ready.
try {
    await($slow, $token);
} catch (Async\AwaitCancelledException $e) {
    var_dump($e->getPrevious());
}
var_dump($token->getResult(), await($slow), await($slow, $token));
?>
--EXPECTF--
%s
NULL
NULL
string(5) "token"
string(4) "slow"
string(4) "slow"
