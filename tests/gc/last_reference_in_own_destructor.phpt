--TEST--
The last reference to a coroutine is released in its own body, in a waiter's frame, or in a destructor of its result
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Holder { public $c; function __destruct() { echo "holder gone\n"; $this->c = null; } }
$h = new Holder;
$h->c = spawn(function () use (&$h) { $h = null; suspend(); return 'own body'; });
suspend();
suspend();
$c = spawn(function () { suspend(); return new Holder; });
$w = spawn(function ($c) { $r = await($c); $r->c = $c; $c = null; return 'waiter'; }, $c);
unset($c);
echo await($w), "\n";
unset($w);
gc_collect_cycles();
// Resurrection: the destructor stores the coroutine's result again.
class Back { static $kept; function __destruct() { if (!self::$kept) { self::$kept = $this; echo "resurrected\n"; } } }
$c = spawn(fn() => new Back);
await($c);
unset($c);
var_dump(Back::$kept instanceof Back);
echo "end\n";
?>
--EXPECT--
holder gone
waiter
holder gone
resurrected
bool(true)
end
