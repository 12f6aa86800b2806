--TEST--
The current coroutine as token is refused, like an await of itself, because it could never fire (D26)
--FILE--
<?php
use function Async\{spawn, await, suspend, currentCoroutine};

$slow = spawn(function () { suspend(); suspend(); return 'slow'; });
try {
    await($slow, currentCoroutine());
} catch (Async\AsyncException $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
var_dump(await($slow));
// A ready awaitable needs no token.
var_dump(await($slow, currentCoroutine()));
?>
--EXPECTF--
Async\AsyncException: %sitself%s
string(4) "slow"
string(4) "slow"
