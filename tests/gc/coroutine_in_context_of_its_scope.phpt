--TEST--
The collector finds a coroutine that is stored in the context of its own scope after the end of that scope
--FILE--
<?php
use Async\{Context, Coroutine, Scope};
use function Async\{await, delay, protect, spawn, suspend};

/** A coroutine of a scope without a handle, which ends, and the context of the scope. */
function ended(?Scope $parent): array
{
    $scope = $parent ? Scope::inherit($parent) : new Scope;
    $context = $scope->context;
    $context->set('before', 'the end');
    $coroutine = $scope->spawn(fn() => protect(fn() => delay(1)));
    suspend();
    $scope->asNotSafely();
    unset($scope);
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    suspend();
    return [$coroutine, $context];
}

function store(?Scope $parent = null): array
{
    [$coroutine, $context] = ended($parent);
    var_dump($context->has('before'));
    $context->set('key', $coroutine);
    var_dump($context->get('key') === $coroutine);
    return [WeakReference::create($coroutine), WeakReference::create($context)];
}

function show(array $references): void
{
    gc_collect_cycles();
    foreach ($references as $reference) {
        var_dump($reference->get());
    }
}

await(spawn(function () {
    show(store());
    $parent = new Scope;
    show(store($parent));

    // Two coroutines, each in the context of the other one's scope.
    [$one, $of_one] = ended(null);
    [$two, $of_two] = ended(null);
    $of_one->set('key', $two);
    $of_two->set('key', $one);
    $references = [WeakReference::create($one), WeakReference::create($two)];
    unset($one, $two, $of_one, $of_two);
    show($references);
}));
?>
--EXPECT--
bool(false)
bool(true)
NULL
NULL
bool(false)
bool(true)
NULL
NULL
NULL
NULL
