--TEST--
When the awaited object and the token are both ready, the outcome of the awaited object wins, also a failure (D24)
--FILE--
<?php
use function Async\{spawn, await, suspend, timeout, delay};

$result = spawn(fn() => 'result');
$failure = spawn(fn() => throw new Exception('failure'));
$token = spawn(fn() => 'token');
$broken = spawn(fn() => throw new Exception('broken token'));
try { await($failure); } catch (Exception) {}
try { await($broken); } catch (Exception) {}
var_dump(await($result, $token), await($result, $broken));
try { await($failure, $token); } catch (Exception $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }

// Both become ready in the same round, in either order.
$a = spawn(fn() => 'a');
$b = spawn(fn() => 'b');
var_dump(await($a, $b));
$b = spawn(fn() => 'b');
$a = spawn(fn() => 'a');
var_dump(await($a, $b));

$fired = timeout(1);
await($fired);
var_dump(await($result, $fired), await(timeout(1), null));
?>
--EXPECT--
string(6) "result"
string(6) "result"
Exception failure
string(1) "a"
string(1) "a"
string(6) "result"
NULL
