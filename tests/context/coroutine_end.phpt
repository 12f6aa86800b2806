--TEST--
A coroutine's own context is emptied when it completes with any outcome, even if the handle or the context is held (CL-04)
--FILE--
<?php
use function Async\{coroutineContext, spawn, await, suspend};

class D { function __construct(public string $name) {} function __destruct() { echo "released: $this->name\n"; } }
function store(string $name): Async\Context { return coroutineContext()->set('d', new D($name)); }

$context = null;
foreach ([
    'returns' => function () { store('of one that returns'); return 'result'; },
    'suspends' => function () { store('of one that suspends'); suspend(); suspend(); },
    'throws' => function () { store('of one that throws'); throw new Exception('its own'); },
    'cancelled' => function () { store('of one that is cancelled'); Async\currentCoroutine()->cancel(); suspend(); },
    'context held' => function () use (&$context) { $context = store('of a held context'); },
] as $how => $body) {
    $c = spawn($body);
    try { $result = json_encode(await($c)); echo "$how: $result\n"; } catch (Throwable $e) { echo $how, ': ', get_class($e), "\n"; }
    var_dump($c->getContext()->has('d'));
}
var_dump($context->has('d'), $c->getContext() === $context, $context->set('still', 'usable')->find('still'));
unset($c, $context);
$c = spawn(fn() => print("never\n"));
$c->getContext()->set('d', new D('of one that never starts'));
$c->cancel();
echo "cancelled before the start\n";
suspend();
var_dump($c->getContext()->has('d'), $c->isCancelled());
// Without a handle.
spawn(function () { store('of one without handle'); });
suspend();
echo "end\n";
?>
--EXPECT--
released: of one that returns
returns: "result"
bool(false)
released: of one that suspends
suspends: null
bool(false)
released: of one that throws
throws: Exception
bool(false)
released: of one that is cancelled
cancelled: Async\AsyncCancellation
bool(false)
released: of a held context
context held: null
bool(false)
bool(false)
bool(true)
string(6) "usable"
cancelled before the start
released: of one that never starts
bool(false)
bool(true)
released: of one without handle
end
