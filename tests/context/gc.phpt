--TEST--
Cycles through contexts are collected: values, object keys, coroutines, closures (CX-12, CX-16)
--FILE--
<?php
use function Async\{spawn, await, coroutineContext, currentContext};

class D { public $x; function __construct(public string $name) {} function __destruct() { echo $this->name, "\n"; } }

$body = function () { return coroutineContext(); };
// The context itself, by a value and by a key.
$c = await(spawn($body));
$c->set('self', $c)->set($c, new D('by itself'));
unset($c);
gc_collect_cycles();

// Key object that refers to the context, value that refers to the key.
$c = await(spawn($body));
$k = new D('key');
$v = new D('value');
$k->x = $c;
$v->x = $k;
$c->set($k, $v);
unset($c, $k, $v);
$count = gc_collect_cycles();
echo 'cycle: ', $count > 0 ? 'collected' : 'missed', "\n";

// A finished coroutine in its own context, without other references.
$h = spawn(fn() => 1);
await($h);
$h->getContext()->set('own handle', $h)->set('closure', function () use ($h) {})->set('d', new D('of a finished coroutine'));
unset($h);
gc_collect_cycles();

// A live coroutine is not collected.
$h = spawn(function () { Async\suspend(); Async\suspend(); echo coroutineContext()->find('d')->name, "\n"; });
$h->getContext()->set('h', $h)->set('d', new D('of a live coroutine'));
unset($h);
Async\suspend();
gc_collect_cycles();
echo "still there\n";
Async\delay(1);

// A coroutine that never starts.
$h = spawn(fn() => print("never\n"));
$h->getContext()->set('h', $h)->set('d', new D('of one that never started'));
$h->cancel();
unset($h);
Async\delay(1);
gc_collect_cycles();
// Left until the end of the request.
currentContext()->set('d', new D('at the end'));
echo "end\n";
?>
--EXPECT--
by itself
value
key
cycle: collected
of a finished coroutine
still there
of a live coroutine
of a live coroutine
of one that never started
end
at the end
