--TEST--
One object as both awaitable and token counts as the awaitable (D24)
--FILE--
<?php
use function Async\{spawn, await, suspend, timeout};

$c = spawn(function () { suspend(); return 'both'; });
var_dump(await($c, $c), await($c, $c));
$t = timeout(2);
var_dump(await($t, $t));
$f = spawn(fn() => throw new Exception('once'));
try { await($f, $f); } catch (Exception $e) { echo $e->getMessage(), ' ', var_export($e === $f->getException(), true), "\n"; }
$x = spawn(fn() => 1);
$x->cancel($r = new Async\AsyncCancellation('reason'));
try { await($x, $x); } catch (Async\AsyncCancellation $e) { var_dump($e === $r); }
?>
--EXPECT--
string(4) "both"
string(4) "both"
NULL
once true
bool(true)
