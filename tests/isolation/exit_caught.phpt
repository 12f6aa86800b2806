--TEST--
Scope::isolated(catchExit: true): exit() ends that scope only; siblings are cancelled, output and status are kept, the innermost such scope catches
--FILE--
<?php
use Async\Scope; use function Async\{delay, await, spawn, suspend};
class S { static $n = 0; static $o; }
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n ", S::$n, "\n"; } }
function page($n) {
    S::$n = $n; S::$o = new D("static $n");
    $d = new D("local $n");
    spawn(function () use ($n) { try { delay(1000); echo "not reached\n"; } finally { echo "sibling of $n cancelled\n"; } });
    suspend();
    if ($n == 1) exit("bye $n\n");
    if ($n == 2) exit(7);
    if ($n == 3) { ob_start(); echo "buffered"; exit(3); }
    echo "end $n\n";
    return $n;
}
function main() {
    $s = [];
    foreach ([1,2,3] as $n) { $s[$n] = Scope::isolated(catchExit: true); $c[$n] = $s[$n]->spawn(page(...), $n); }
    foreach ([1,2,3] as $n) { $s[$n]->awaitCompletion(); echo "$n: "; var_dump($s[$n]->getExitStatus(), $s[$n]->isClosed(), await($c[$n])); }
    try { $s[1]->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    $in = Scope::isolated($outer = Scope::isolated(catchExit: true));
    $in->spawn(function () { delay(1); exit(9); });
    try { $in->awaitCompletion(); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), "\n"; }
    var_dump($in->getExitStatus(), $outer->getExitStatus());
    var_dump(Scope::inherit()->getExitStatus());
    $s4 = Scope::isolated();
    $s4->spawn(function () { S::$n = 4; S::$o = new D('last'); delay(1); exit(5); });
    $s4->awaitCompletion();
    echo "not here\n";
}
register_shutdown_function(function () { echo "shutdown ", S::$n, "\n"; });
main();
?>
--EXPECT--
bye 1
~local 1 1
~local 2 2
sibling of 1 cancelled
sibling of 2 cancelled
sibling of 3 cancelled
~static 1 1
~static 2 2
buffered~local 3 3
~static 3 3
1: int(0)
bool(true)
NULL
2: int(7)
bool(true)
NULL
3: int(3)
bool(true)
NULL
Coroutine scope is closed
NULL
int(9)
NULL
~last 4
shutdown 0
