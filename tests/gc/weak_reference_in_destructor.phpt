--TEST--
A destructor that runs while an object is freed cannot get the object back through a WeakReference, for each class (P10)
--FILE--
<?php
use Async\{AsyncCancellation, BoundedScope, Channel, CompositeException, Future, FutureState, Pool, Scope, TaskGroup, Timeout};
use function Async\{all, any, await, hiPriority, ignoreErrors, once, spawn, suspend};

/* The value that an object holds; its destructor looks for the object. */
class Value
{
    public ?WeakReference $holder = null;

    public function __destruct()
    {
        global $found;
        $found = $this->holder?->get();
    }
}

/* Each makes an object that holds the value, alone. A scope empties its context in its own destructor: there the scope is
 * alive, and may be kept as by any destructor. */
$holders = [
    'channel' => function ($d) {
        $o = new Channel(3);
        $o->send($d);
        return $o;
    },
    'group' => function ($d) {
        $o = new TaskGroup;
        $o->spawn(fn() => $d);
        suspend();
        suspend();
        return $o;
    },
    'group, callback' => function ($d) {
        $o = new TaskGroup;
        $o->onFinally(function () use ($d) {});
        return $o;
    },
    'iterator' => function ($d) {
        $g = new TaskGroup;
        $g->spawn(fn() => $d);
        $o = $g->getIterator();
        $o->valid();
        $g->disposeResults();
        return $o;
    },
    'trigger' => function ($d) {
        $g = new TaskGroup;
        $g->spawn(fn() => $d);
        suspend();
        suspend();
        $o = $g->all();
        $g->disposeResults();
        return $o;
    },
    'any()' => function ($d) {
        $o = any([$c = spawn(fn() => $d), Future::completed(2)]);
        suspend();
        suspend();
        await($o);
        unset($c);
        return $o;
    },
    'all()' => function ($d) {
        $c = spawn(fn() => $d);
        $o = all([$c]);
        unset($c);
        suspend();
        suspend();
        return $o;
    },
    'ignoreErrors()' => function ($d) {
        $o = ignoreErrors(Future::completed(1), function () use ($d) {});
        return $o;
    },
    'future' => function ($d) {
        $o = Future::completed($d);
        return $o;
    },
    'future state' => function ($d) {
        $o = new FutureState;
        $o->complete($d);
        return $o;
    },
    'future, link' => function ($d) {
        $o = new FutureState;
        $f = (new Future($o))->map(function () use ($d) {});
        unset($f);
        return $o;
    },
    'coroutine' => function ($d) {
        $o = spawn(fn() => $d);
        suspend();
        suspend();
        return $o;
    },
    'coroutine, exception' => function ($d) {
        $e = new class extends Exception { public $d; };
        $e->d = $d;
        $o = spawn(function () use ($e) { throw $e; });
        try {
            await($o);
        } catch (Exception $x) {
        }
        unset($e, $x);
        return $o;
    },
    'scope' => function ($d) {
        $o = new Scope;
        $o->setExceptionHandler(function () use ($d) {});
        return $o;
    },
    'scope, context' => function ($d) {
        $o = new Scope;
        $o->set('d', $d);
        return $o;
    },
    'scope, callback' => function ($d) {
        $o = new Scope;
        $o->onFinally(function () use ($d) {});
        return $o;
    },
    'bounded' => function ($d) {
        $o = new BoundedScope;
        $c = spawn(function ($d) { Async\delay(10); return 1; }, $d);
        $o->boundedBy(Future::completed($d));
        return $o;
    },
    'pool' => function ($d) {
        $o = new Pool(fn() => $d);
        $r = $o->acquire();
        $o->release($r);
        unset($r);
        return $o;
    },
    'pool, callback' => function ($d) {
        $o = new Pool(fn() => 1, function () use ($d) {});
        return $o;
    },
    'context' => function ($d) {
        $o = new Scope;
        $o = $o->context;
        $o->set('x', $d);
        return $o;
    },
    'once()' => function ($d) {
        $f = once(function () use ($d) { return 1; });
        $o = (new ReflectionFunction($f))->getClosureThis();
        unset($f);
        return $o;
    },
    'timeout' => function ($d) {
        $e = new class extends Async\AsyncCancellation { public $d; };
        $e->d = $d;
        $o = new Async\Timeout(1000);
        $o->cancel($e);
        unset($e);
        return $o;
    },
    'composite' => function ($d) {
        $e = new class extends Exception { public $d; };
        $e->d = $d;
        $o = new Async\CompositeException;
        $o->addException($e);
        unset($e);
        return $o;
    },
    'strategy' => function ($d) {
        $s = new Scope;
        $s->setExceptionHandler(function () use ($d) {});
        $o = Async\hiPriority($s);
        unset($s);
        return $o;
    },
];

foreach ($holders as $name => $make) {
    $found = null;
    $value = new Value;
    $object = $make($value);
    $value->holder = WeakReference::create($object);
    unset($value, $object);
    suspend();
    suspend();
    suspend();
    gc_collect_cycles();
    echo $name, ': ', $found === null ? 'gone' : 'kept ' . get_class($found), "\n";
}
?>
--EXPECT--
channel: gone
group: gone
group, callback: gone
iterator: gone
trigger: gone
any(): gone
all(): gone
ignoreErrors(): gone
future: gone
future state: gone
future, link: gone
coroutine: gone
coroutine, exception: gone
scope: gone
scope, context: kept Async\Scope
scope, callback: gone
bounded: gone
pool: gone
pool, callback: gone
context: gone
once(): gone
timeout: gone
composite: gone
strategy: gone
