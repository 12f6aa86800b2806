<?php

/** @generate-function-entries */

namespace Async {

/**
 * Make a coroutine in the current scope. It is queued and starts when the caller gives up control (D4).
 * Further arguments, positional or named, are passed on by value.
 *
 * @param callable $task called with the further arguments
 * @throws AsyncException when no coroutine can be made any more
 */
function spawn(callable $task, mixed ...$args): Coroutine {}

/** Let the others run. Returns at once when there is nobody else, and in shutdown functions. */
function suspend(): void {}

/**
 * Wait for the awaitable and return its result, or throw its exception.
 *
 * The wait ends early when the token completes: with an AwaitCancelledException, or with the token's own exception
 * if it fails. If both are ready the result wins. The awaited thing goes on.
 *
 * @param Awaitable|null $cancellation token that limits the wait
 * @throws AwaitCancelledException when $cancellation completed first
 * @throws AsyncException when a coroutine awaits itself, or nothing can be awaited any more
 * @throws AsyncCancellation when the calling coroutine is cancelled
 */
function await(Awaitable $awaitable, ?Awaitable $cancellation = null): mixed {}

/**
 * Run a section that cannot be cancelled and return its result. A cancellation that came meanwhile is thrown right
 * after the outermost protect().
 */
function protect(\Closure $closure): mixed {}

/**
 * Suspend the coroutine.
 *
 * @param int $ms milliseconds; 0 lets the others run once
 * @throws \ValueError when $ms is negative
 * @throws AsyncCancellation when the coroutine is cancelled meanwhile
 */
function delay(int $ms): void {}

/** @implementation-alias Async_delay */
function sleep(int $ms): void {}

/**
 * The same as new Timeout($ms).
 *
 * @param int $ms milliseconds, at least 1
 * @throws \ValueError when $ms is below 1
 */
function timeout(int $ms): Timeout {}

/** The coroutine that runs now; the main script is one too. */
function currentCoroutine(): Coroutine {}

/** @implementation-alias Async_currentCoroutine */
function current_coroutine(): Coroutine {}

/**
 * All coroutines that have not completed, the main one included.
 *
 * @return list<Coroutine>
 */
function getCoroutines(): array {}

/** @implementation-alias Async_getCoroutines */
function get_coroutines(): array {}

/**
 * Call back when the current coroutine has completed; see Coroutine::onFinally().
 *
 * @param callable $callback called with the Coroutine
 */
function onFinally(callable $callback): void {}

/** @implementation-alias Async_onFinally */
function on_finally(callable $callback): void {}

/** @implementation-alias Async_onFinally */
function onExit(callable $callback): void {}

/** @implementation-alias Async_onFinally */
function on_exit(callable $callback): void {}

/**
 * Snapshot of the scheduler's counters; cheap. All counts are those of this request.
 *
 * coroutines: that have not completed, main and the scheduler's own included.
 * waiting: of them, parked on something (not those whose turn comes).
 * spawned, switches: so far.
 * contexts, contexts_idle: stacks in use or kept warm; of them, without a coroutine.
 * stacks_unguarded: of them, without a guard page.
 * blocked_in_place: waits that blocked as on stock PHP so far, because switching was impossible.
 * timers, descriptors: armed; registered with the system, also when nobody waits.
 * jobs: on worker threads, also those that nobody waits for any more.
 * turns: of the event loop so far.
 *
 * @return array<string, int>
 */
function stats(): array {}

}

namespace Async\Scope {

/** @implementation-alias Async_delay */
function delay(int $ms): void {}

}
