<?php

/* What the stubs of packages/stubs tell PHPStan and Psalm: both read this file, neither may find anything. */

declare(strict_types=1);

use Async\{AsyncCancellation, BoundedScope, BoundScope, CancellationError, CancellationException, Channel, Coroutine};
use Async\{CoroutineGroup, Future, FutureState, Mutex, OperationCanceledException, AwaitCancelledException, Pool, ProcessPool, Scope, Semaphore, TaskGroup};

use function Async\{all, any, anyOf, await, await_all, awaitAll, awaitAllOrFail, awaitAnyOf, awaitAnyOfOrFail};
use function Async\{awaitAnyOrFail, awaitFirstSuccess, captureErrors, ignoreErrors, iterate, once, protect, select};
use function Async\{signal, signals, snapshot, spawn, spawn_with, stats, timeout};
use function Async\Testing\run;
use function PHPStan\Testing\assertType;

function area(string $name, int $side): float
{
    return strlen($name) * $side * 1.5;
}

function cancellation(AsyncCancellation $reason): AsyncCancellation
{
    return $reason;
}

function bounded(BoundedScope $scope): BoundedScope
{
    return $scope;
}

/**
 * @param Coroutine<float> $one
 * @param Coroutine<string> $two
 * @param Channel<int> $numbers
 * @param FutureState<int> $state
 * @param TaskGroup<float> $group
 * @param Pool<ArrayObject<int, string>> $pool
 * @param ProcessPool<float> $processes
 */
function inference(
    Scope $scope,
    Coroutine $one,
    Coroutine $two,
    Channel $numbers,
    FutureState $state,
    TaskGroup $group,
    Pool $pool,
    ProcessPool $processes,
): void {
    // spawn
    $t = spawn(area(...), 'x', 2);
    assertType('Async\Coroutine<float>', $t);
    /** @psalm-check-type-exact $t = Async\Coroutine<float> */;
    $t = await(spawn(area(...), 'x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = spawn(fn (): float => area('x', 2));
    assertType('Async\Coroutine<float>', $t);
    /** @psalm-check-type-exact $t = Async\Coroutine<float> */;
    $t = await(spawn_with($scope, area(...), 'x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = $scope->spawn(area(...), 'x', 2);
    assertType('Async\Coroutine<float>', $t);
    /** @psalm-check-type-exact $t = Async\Coroutine<float> */;
    $t = spawn(area(...), 'x', 2)->setName('x')->asHiPriority()->getResult();
    assertType('float|null', $t);
    /** @psalm-check-type-exact $t = float|null */;
    $t = protect(fn (): float => area('x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = once(fn (): float => area('x', 2))();
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    // many
    $t = awaitAll(['a' => $one, 'b' => $two])[0];
    assertType('array<\'a\'|\'b\', float|string>', $t);
    /** @psalm-check-type-exact $t = array<'a'|'b', float|string> */;
    $t = await_all(['a' => $one], fillNull: true);
    assertType('array{array<\'a\', float|null>, array<\'a\', Throwable>}', $t);
    /** @psalm-check-type-exact $t = list{array<'a', float|null>, array<'a', Throwable>} */;
    $t = awaitAllOrFail(['a' => $one]);
    assertType('array<\'a\', float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = awaitAnyOrFail([$one, $two]);
    assertType('float|string|null', $t);
    /** @psalm-check-type-exact $t = float|string|null */;
    $t = awaitFirstSuccess(['a' => $one]);
    assertType('array{float|null, array<\'a\', Throwable>}', $t);
    /** @psalm-check-type-exact $t = list{float|null, array<'a', Throwable>} */;
    $t = awaitAnyOf(1, ['a' => $one])[0];
    assertType('array<\'a\', float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = awaitAnyOfOrFail(1, ['a' => $one]);
    assertType('array<\'a\', float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = await(any([$one, $two]));
    assertType('float|string', $t);
    /** @psalm-check-type-exact $t = float|string */;
    $t = await(all(['a' => $one]));
    assertType('array<string, float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = await(anyOf(1, ['a' => $one]));
    assertType('array<string, float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = await(captureErrors($one));
    assertType('array{float|null, array<Throwable>}', $t);
    /** @psalm-check-type-exact $t = list{float|null, array<array-key, Throwable>} */;
    $t = await(ignoreErrors($one));
    assertType('float|null', $t);
    /** @psalm-check-type-exact $t = float|null */;
    $t = select(['a' => $one, 'c' => $numbers]);
    assertType('array{\'a\'|\'c\', float|int|null}', $t);
    /** @psalm-check-type-exact $t = list{'a'|'c', float|int|null} */;
    // classes
    $t = $numbers->recv();
    assertType('int', $t);
    /** @psalm-check-type-exact $t = int */;
    $t = $numbers->recvAsync();
    assertType('Async\Future<int>', $t);
    /** @psalm-check-type-exact $t = Async\Future<int> */;
    $t = await($numbers);
    assertType('int', $t);
    /** @psalm-check-type-exact $t = int */;
    $t = iterator_to_array($numbers);
    assertType('array<int, int>', $t);
    /** @psalm-check-type-exact $t = array<int, int> */;
    $t = await(timeout(3));
    assertType('null', $t);
    /** @psalm-check-type-exact $t = null */;
    $t = signal(15);
    assertType('Async\Future<int>', $t);
    /** @psalm-check-type-exact $t = Async\Future<int> */;
    $t = await(new Future($state));
    assertType('int', $t);
    /** @psalm-check-type-exact $t = int */;
    $t = Future::completed($state);
    assertType('Async\Future<Async\FutureState<int>>', $t);
    /** @psalm-check-type-exact $t = Async\Future<Async\FutureState<int>> */;
    $t = (new Future($state))->map(fn (int $n): float => area('x', $n))->catch(fn (Throwable $e): string => $e->getMessage())->await();
    assertType('float|string', $t);
    /** @psalm-check-type-exact $t = float|string */;
    $t = (new Future($state))->finally(fn () => null)->ignore();
    assertType('Async\Future<int>', $t);
    /** @psalm-check-type-exact $t = Async\Future<int> */;
    $t = $group->spawn(fn (): float => area('x', 2));
    assertType('Async\Coroutine<float>', $t);
    /** @psalm-check-type-exact $t = Async\Coroutine<float> */;
    $t = await($group);
    assertType('array<float>', $t);
    /** @psalm-check-type-exact $t = array<array-key, float> */;
    $t = await($group->all(true, true));
    assertType('array<float|null>', $t);
    /** @psalm-check-type-exact $t = array<array-key, float|null> */;
    $t = await($group->race());
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = $group->getErrors();
    assertType('array<Throwable>', $t);
    /** @psalm-check-type-exact $t = array<array-key, Throwable> */;
    $t = iterator_to_array($group);
    assertType('array<array{float|null, Throwable|null}>', $t);
    /** @psalm-check-type-exact $t = array<array-key, list{float|null, Throwable|null}> */;
    $t = $pool->acquire();
    assertType('ArrayObject<int, string>', $t);
    /** @psalm-check-type-exact $t = ArrayObject<int, string> */;
    $t = $pool->tryAcquire();
    assertType('ArrayObject<int, string>|null', $t);
    /** @psalm-check-type-exact $t = ArrayObject<int, string>|null */;
    $t = $pool->use(fn (ArrayObject $o): float => area('x', count($o)));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = $group->joinNext();
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = $processes->submit('x', 2)->await();
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = iterator_to_array($processes->map(['a' => 1]));
    assertType('array<string, float>', $t);
    /** @psalm-check-type-exact $t = array<'a', float> */;
    $t = await(signals(15));
    assertType('int', $t);
    /** @psalm-check-type-exact $t = int */;
    $t = (new Mutex())->synchronized(fn (): float => area('x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = (new Semaphore(2))->run(fn (): float => area('x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    $t = run(fn (): float => area('x', 2));
    assertType('float', $t);
    /** @psalm-check-type-exact $t = float */;
    // aliases
    $t = bounded(new BoundScope());
    assertType('Async\BoundedScope', $t);
    /** @psalm-check-type-exact $t = Async\BoundedScope */;
    $t = cancellation(new CancellationError('x'));
    assertType('Async\AsyncCancellation', $t);
    /** @psalm-check-type-exact $t = Async\AsyncCancellation */;
    $t = cancellation(new CancellationException('x'));
    assertType('Async\AsyncCancellation', $t);
    /** @psalm-check-type-exact $t = Async\AsyncCancellation */;
}

/* Parameters of closures. */
iterate(['a' => 1.5], function (float $value, string $key): void {
    echo $key, $value;
});
$_coroutine = spawn(function (string $name, int $side): float {
    return area($name, $side);
}, 'x', 2);

/* A failed wait by the other names of its exceptions. */
function other_names(Coroutine $coroutine): string
{
    try {
        await($coroutine, timeout(3));
        return (new CoroutineGroup())->isFinished() ? 'finished' : '';
    } catch (OperationCanceledException $error) {
        return wait_is_over($error);
    }
}

function wait_is_over(AwaitCancelledException $error): string
{
    return $error->getMessage();
}

/* Any exception may come out of an await: no catch is dead. */
function failures(Coroutine $coroutine, Scope $scope): string
{
    try {
        await($coroutine);
        $scope->awaitCompletion();
        return '';
    } catch (AsyncCancellation | InvalidArgumentException $error) {
        return $error->getMessage();
    }
}

/* Figures and the picture of the program have the shapes of their arrays. */
function figures(): void
{
    assertType('int', stats()['coroutines']);
    foreach (snapshot()['coroutines'] as $coroutine) {
        assertType('string', $coroutine['state']);
        assertType('string|null', $coroutine['suspended_at']);
    }
}
