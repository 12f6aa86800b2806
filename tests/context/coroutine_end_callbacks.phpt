--TEST--
Completion callbacks still read their coroutine's context; it is emptied after the last callback (CL-04, FN-03)
--FILE--
<?php
use function Async\{coroutineContext, spawn, await, suspend, delay};

class D { function __construct(public string $name, public ?Exception $e = null) {} function __destruct() { echo "released: $this->name\n"; if ($this->e) throw $this->e; } }

$c = spawn(fn() => coroutineContext()->set('d', new D('value')));
$c->onFinally(function ($c) { echo 'first: ', $c->getContext()->find('d')->name, "\n"; suspend(); });
$c->onFinally(function ($c) { echo 'second: ', $c->getContext()->find('d')->name, "\n"; });
await($c);
echo "awaited\n";
delay(1);
var_dump($c->getContext()->has('d'));

// Cancelled before its start.
$c = spawn(fn() => print("never\n"));
$c->getContext()->set('d', new D('of one that never starts'));
$c->onFinally(fn($c) => print('callback: ' . $c->getContext()->find('d')->name . "\n"));
$c->cancel();
delay(1);

// Destructors that suspend; their failures are collected with those of the callbacks.
$c = spawn(function () { coroutineContext()->set('d', new D('throws', new Exception('of the destructor'))); });
$c->onFinally(fn() => throw new Exception('of the callback'));
set_exception_handler(function ($e) { foreach ($e->getExceptions() as $one) echo $one->getMessage(), "\n"; });
?>
--EXPECT--
first: value
awaited
second: value
released: value
bool(false)
callback: of one that never starts
released: of one that never starts
released: throws
of the callback
of the destructor
