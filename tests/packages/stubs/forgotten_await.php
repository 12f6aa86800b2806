<?php

/* For the rule async.forgottenAwait: lines that end with "// found" are reported, no other one. */

declare(strict_types=1);

use Async\{Awaitable, Coroutine, Future, Scope, TaskGroup};

use function Async\{any, await, currentCoroutine, delay, signal, spawn, spawn_with, timeout};

function area(string $name, int $side): float
{
    return strlen($name) * $side * 1.5;
}

/** @return Coroutine<int> */
function count_things(): Coroutine
{
    return spawn(fn (): int => random_int(1, 9));
}

/** @return Future<null> */
function store_things(): Future
{
    return Future::completed();
}

function unknown_things(): Awaitable
{
    return count_things();
}

class Things
{
    /** @return Coroutine<int> */
    public static function all(): Coroutine
    {
        return count_things();
    }

    /** @return Coroutine<int> */
    public function own(): Coroutine
    {
        return count_things();
    }
}

/** @param TaskGroup<float> $group */
function thrown_away(Scope $scope, TaskGroup $group, ?Things $things): void
{
    spawn(area(...), 'x', 2); // found
    spawn(fn (): float => area('x', 2)); // found
    spawn(area(...), 'x', 2)->setName('area')->asHiPriority(); // found
    count_things(); // found
    Things::all(); // found
    (new Things())->own(); // found
    $things?->own(); // found
    any([count_things()]); // found
    signal(15); // found
    count_things()->getId();
    Future::completed(3)->map(fn (int $n): int => $n + 1); // found

    // Without a result, or with an unknown one.
    spawn(function (): void {
        delay(1);
    });
    spawn(fn () => delay(1));
    store_things();
    timeout(3);
    unknown_things();
    currentCoroutine();
    // With an owner that waits.
    $scope->spawn(area(...), 'x', 2);
    spawn_with($scope, area(...), 'x', 2);
    $group->spawn(area(...), 'x', 2);
    // Kept, or used.
    $kept = count_things();
    $kept->setName('kept');
    await($kept);
    Future::completed(3)->map(fn (int $n): int => $n + 1)->ignore();
}
