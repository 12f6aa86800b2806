--TEST--
A cycle through each member of each class is collected, and each object in it is freed once (architecture "GC", D10)
--FILE--
<?php
use Async\{Channel, Future, FutureState, Pool, Scope, TaskGroup};
use function Async\{any, await, captureErrors, delay, once, spawn, suspend};

/* The arguments of this call stand in the trace of a reason that is made below it. */
function below(object $holder, callable $function): mixed
{
    return $function($holder);
}

$scope = fn() => new Scope;
$group = function () {
    $group = new TaskGroup;
    $group->spawn(delay(...), 1000);
    suspend();
    return $group;
};

/* Each makes an object that leads back to the holder by one of its members. */
$members = [
    'scope: exception handler' => function ($h) use ($scope) {
        $h->own = $scope();
        $h->own->setExceptionHandler(fn() => $h);
    },
    'scope: handler for child scopes' => function ($h) use ($scope) {
        $h->own = $scope();
        $h->own->setChildScopeExceptionHandler(fn() => $h);
    },
    'scope: callback' => function ($h) use ($scope) {
        $h->own = $scope();
        $h->own->onFinally(fn() => $h);
    },
    'scope: context' => function ($h) use ($scope) {
        $h->own = $scope();
        await($h->own->spawn(fn() => Async\currentContext()->set('holder', $h)));
    },
    'scope: reason' => function ($h) use ($scope) {
        $h->own = $scope();
        $h->own->spawn(delay(...), 1000);
        suspend();
        below($h, fn($h) => $h->own->cancel());
    },
    'group: reason' => function ($h) use ($group) {
        $h->own = $group();
        below($h, fn($h) => $h->own->cancel());
    },
    'group: reason, and iterated' => function ($h) use ($group) {
        $h->own = $group();
        below($h, fn($h) => $h->own->cancel());
        foreach ($h->own as [$result, $h->error]);
    },
    'group: callback' => function ($h) {
        $h->own = new TaskGroup;
        $h->own->onFinally(fn() => $h);
    },
    'group: handler of its scope' => function ($h) {
        $h->own = new TaskGroup;
        $h->own->provideScope()->setExceptionHandler(fn() => $h);
        $h->own->spawn(fn() => 1);
        await($h->own->all());
        $h->own->close();
    },
    'group: result, trigger, iterator' => function ($h) {
        $h->own = new TaskGroup;
        $h->own->spawn(fn() => $h);
        $h->all = $h->own->all();
        await($h->all);
        $h->iterator = $h->own->getIterator();
        $h->iterator->rewind();
        $h->own->close();
    },
    'coroutine: result' => function ($h) {
        $h->own = spawn(fn() => $h);
        await($h->own);
    },
    'coroutine: exception' => function ($h) {
        $h->own = spawn(below(...), $h, fn() => throw new LogicException);
        await(captureErrors($h->own));
    },
    'coroutine: callback' => function ($h) {
        $h->own = spawn(fn() => 1);
        $h->own->onFinally(fn() => $h);
        await($h->own);
        suspend();
    },
    'coroutine: cancelled before its start' => function ($h) {
        $h->own = spawn(fn() => $h, $h);
        below($h, fn($h) => $h->own->cancel());
        suspend();
    },
    'future: value' => function ($h) {
        $state = new FutureState;
        $h->own = new Future($state);
        $state->complete($h);
    },
    'future: error' => function ($h) {
        $state = new FutureState;
        $h->own = new Future($state);
        $h->own->ignore();
        $state->error(below($h, fn() => new LogicException));
    },
    'future: link' => function ($h) {
        $h->state = new FutureState;
        $h->own = (new Future($h->state))->map(fn() => $h);
    },
    'channel: value' => function ($h) {
        $h->own = new Channel(1);
        $h->own->send($h);
    },
    'pool: factory' => function ($h) {
        $h->own = new Pool(fn() => $h);
    },
    'pool: resource' => function ($h) {
        $h->own = new Pool(fn() => new ArrayObject([$h]));
        $h->own->release($h->own->acquire());
    },
    'once: callback' => function ($h) {
        $h->own = once(fn() => $h);
    },
    'once: result' => function ($h) {
        $h->own = once(fn() => $h);
        ($h->own)();
    },
    'trigger: sources' => function ($h) {
        $h->first = new FutureState;
        $h->own = any([(new Future($h->first))->map(fn() => $h)]);
    },
];

spawn(function () use ($members) {
    foreach ($members as $name => $make) {
        try {
            $holder = new stdClass;
            $make($holder);
            $reference = WeakReference::create($holder);
            unset($holder);
            for ($round = 0; $round < 3; $round++) {
                suspend();
                gc_collect_cycles();
            }
            echo $name, ': ', $reference->get() ? 'KEPT' : 'collected', "\n";
        } catch (Error $e) {
            echo $name, ': ', get_class($e), ' ', $e->getMessage(), "\n";
        }
        /* A block that was freed twice would be handed out twice. */
        $blocks = array_map(fn($i) => (object) ['i' => $i], range(0, 49));
        foreach ($blocks as $i => $block) {
            if ($block->i !== $i) {
                echo "BROKEN: one block for two objects\n";
            }
        }
    }
});
?>
--EXPECT--
scope: exception handler: collected
scope: handler for child scopes: collected
scope: callback: collected
scope: context: collected
scope: reason: collected
group: reason: collected
group: reason, and iterated: collected
group: callback: collected
group: handler of its scope: collected
group: result, trigger, iterator: collected
coroutine: result: collected
coroutine: exception: collected
coroutine: callback: collected
coroutine: cancelled before its start: collected
future: value: collected
future: error: collected
future: link: collected
channel: value: collected
pool: factory: collected
pool: resource: collected
once: callback: collected
once: result: collected
trigger: sources: collected
