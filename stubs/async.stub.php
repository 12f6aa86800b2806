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

/**
 * The same in the scope that the provider names; a SpawnStrategy is asked and told besides.
 *
 * @param callable $task called with the further arguments
 * @throws AsyncException when the scope is closed
 */
function spawnWith(ScopeProvider $provider, callable $task, mixed ...$args): Coroutine {}

/** @implementation-alias Async_spawnWith */
function spawn_with(ScopeProvider $provider, callable $task, mixed ...$args): Coroutine {}

/**
 * Strategy for spawnWith() that queues the coroutine before all others.
 *
 * @param Scope|null $scope NULL: the current one
 */
function hiPriority(?Scope $scope = null): SpawnStrategy {}

/** @implementation-alias Async_hiPriority */
function hi_priority(?Scope $scope = null): SpawnStrategy {}

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
 * Wait for the first of several sources and return its key and value. Exactly one of them takes effect: nothing is
 * received from the other channels, nothing sent to them.
 *
 *     [$key, $value] = select([
 *         'job' => $jobs,                  // a channel: receive
 *         'out' => [$results, $result],    // a channel and a value: send; the value returned is NULL
 *         'end' => $coroutine,             // whatever await() accepts
 *         'tick' => timeout(100),
 *     ]);
 *
 * Of several sources that are ready one is chosen by a pseudo-random sequence, the same in every run, so that none
 * starves. At a channel, select() queues up behind those who wait already.
 *
 * A source that fails throws its exception, a closed channel a ChannelException. If a source and the token are both
 * ready, the source wins.
 *
 * @param array $sources awaitables, and pairs of a Channel and a value
 * @param Awaitable|null $cancellation token that limits the wait
 * @return array{0:int|string,1:mixed} key and value
 * @throws AwaitCancelledException when $cancellation completed first
 * @throws AsyncException when there are no sources, or one is the calling coroutine
 * @throws AsyncCancellation when the calling coroutine is cancelled
 */
function select(array $sources, ?Awaitable $cancellation = null): array {}

/**
 * A closure that calls back when it is called first, and returns that result ever after.
 *
 * Who calls it while the callback still runs waits for that result. An exception is thrown to the caller and to those who
 * wait, and is not kept: the next call tries again. When the computing coroutine is cancelled, the one who waits longest
 * calls back in its place. The closure has one parameter, ?Awaitable $cancellation = null: a token that limits the wait
 * for another one's computation; and throws AsyncException when the callback calls it, which would wait for itself.
 *
 * @param callable $callback called without arguments
 */
function once(callable $callback): \Closure {}

/**
 * Wait for the coroutines that the current coroutine has spawned itself, in whatever scope; not for what those spawn.
 * Their exceptions take their usual way.
 *
 * @param Awaitable|null $cancellation token that limits the wait
 * @throws AwaitCancelledException when the token completed first
 */
function awaitSpawned(?Awaitable $cancellation = null): void {}

/** @implementation-alias Async_awaitSpawned */
function await_spawned(?Awaitable $cancellation = null): void {}

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

/**
 * A future with the number of the signal, complete when the process receives it the next time.
 *
 * The signal's default action does not take place meanwhile; handlers of pcntl_signal() are called as well. The
 * disposition is given back with the last such future (D32). Nobody waiting for it, it keeps nothing alive.
 *
 * @param int|\BackedEnum $signal SIGINT, SIGTERM … or an enum case with such a value
 * @throws \ValueError when there is no such signal, or it cannot be caught
 */
function signal(int|\BackedEnum $signal): Future {}

/**
 * A trigger that fires for each of the awaitables as it completes: every await gives the next one's result, or throws
 * its error; awaiting again goes on with the rest (D23). With nothing left it throws an AsyncException.
 *
 *     $first = await(any([spawn(...$a), spawn(...$b)]));
 *
 * What the others throw when nobody awaits the trigger any more goes the way of every error that nobody awaits.
 *
 * $futures consists of awaitables; an iterator may suspend. A channel among them stays a source.
 */
function any(iterable $futures): Awaitable {}

/**
 * A trigger that fires when all of them have completed: an array of the results by input key, in the order of the
 * input; or the error that came first is thrown. Awaited again, it gives the same.
 */
function all(iterable $futures): Awaitable {}

/**
 * A trigger that fires when $count of them have succeeded: an array of these results by input key. An error that comes
 * before that is thrown; awaiting again goes on. When there cannot be so many any more: AsyncException.
 *
 * @param int $count at least 1
 */
function anyOf(int $count, iterable $futures): Awaitable {}

/** @implementation-alias Async_anyOf */
function any_of(int $count, iterable $futures): Awaitable {}

/**
 * A trigger that does not throw the awaitable's errors but gives [$result, $errors]: $result is NULL when it has failed,
 * $errors is an array by input key, empty when there was none. Of any() it gives the first success and the errors
 * before it, of all() the errors of all that failed. Where nothing can ever come (any() of nothing or after its last
 * source, anyOf() of more than there are) it throws the AsyncException that the awaitable throws.
 */
function captureErrors(Awaitable $awaitable): Awaitable {}

/** @implementation-alias Async_captureErrors */
function capture_errors(Awaitable $awaitable): Awaitable {}

/**
 * A trigger that gives the awaitable's errors to $handler(\Throwable), or to nobody, and goes on waiting for what else
 * may come: of any() the next success, of all() the results of those that succeeded. NULL when nothing is left.
 */
function ignoreErrors(Awaitable $awaitable, ?callable $handler = null): Awaitable {}

/** @implementation-alias Async_ignoreErrors */
function ignore_errors(Awaitable $awaitable, ?callable $handler = null): Awaitable {}

/**
 * Wait for all. Errors of theirs are not thrown.
 *
 * @param bool $preserveKeyOrder results in the order of the input; else in that of the completion. Errors are always in
 *                               the order of the completion.
 * @param bool $fillNull put NULL among the results for those that failed
 * @return array{0: array, 1: array<array-key, \Throwable>} results and errors by key
 * @throws AwaitCancelledException when $cancellation fires first; errors that came till then find no taker here
 */
function awaitAll(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** @implementation-alias Async_awaitAll */
function await_all(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** Wait for all; results by key. When any has failed, the error that came first is thrown once all are over. */
function awaitAllOrFail(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** @implementation-alias Async_awaitAllOrFail */
function await_all_or_fail(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** The result of the first that completes, or its error. NULL when there are none. The others go on. */
function awaitAnyOrFail(iterable $triggers, ?Awaitable $cancellation = null): mixed {}

/** @implementation-alias Async_awaitAnyOrFail */
function await_any_or_fail(iterable $triggers, ?Awaitable $cancellation = null): mixed {}

/**
 * The first success.
 *
 * @return array{0: mixed, 1: array<array-key, \Throwable>} its result, NULL when all failed; and the errors before it
 */
function awaitFirstSuccess(iterable $triggers, ?Awaitable $cancellation = null): array {}

/** @implementation-alias Async_awaitFirstSuccess */
function await_first_success(iterable $triggers, ?Awaitable $cancellation = null): array {}

/**
 * Wait until $count have succeeded, or so many cannot any more.
 *
 * @return array{0: array, 1: array<array-key, \Throwable>} results and errors by key
 */
function awaitAnyOf(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** @implementation-alias Async_awaitAnyOf */
function await_any_of(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** Wait until $count have succeeded; results by key. An error that comes before that is thrown at once. */
function awaitAnyOfOrFail(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** @implementation-alias Async_awaitAnyOfOrFail */
function await_any_of_or_fail(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/**
 * Call $callback($value, $key) for each element, each in a coroutine of its own, and wait for all of them (D39).
 *
 * The calling coroutine advances the iterator, which may suspend; the callbacks run in a scope below the current one. A
 * callback that returns false stops the iteration. The first exception of a callback cancels the rest and is thrown
 * here; so does a cancellation of the caller. Nothing that was started here is left when the call is over.
 *
 * @param int $concurrency how many callbacks at a time, 0 for no limit
 * @param bool $cancelPending cancel what is still at work when the callbacks have returned, or one of them false; else
 *                            wait for it
 */
function iterate(iterable $iterable, callable $callback, int $concurrency = 0, bool $cancelPending = true): void {}

/** The coroutine that runs now; the main script is one too. */
function currentCoroutine(): Coroutine {}

/** @implementation-alias Async_currentCoroutine */
function current_coroutine(): Coroutine {}

/** The scope of the code that runs now. */
function currentScope(): Scope {}

/** @implementation-alias Async_currentScope */
function current_scope(): Scope {}

/** The global scope; the same as Scope::global(). */
function globalScope(): Scope {}

/** @implementation-alias Async_globalScope */
function global_scope(): Scope {}

/**
 * Cancel the global scope and all below it, main included, and let everything come to its end (D21).
 *
 * @param \Throwable|null $throwable a cancellation is the reason that all get; any other exception counts as uncaught:
 *     it is reported at the end, with exit status 255
 */
function gracefulShutdown(?\Throwable $throwable = null): void {}

/** @implementation-alias Async_gracefulShutdown */
function graceful_shutdown(?\Throwable $throwable = null): void {}

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

/** Context of the scope of the current coroutine; outside of coroutines that of the global scope. */
function currentContext(): Context {}

/** @implementation-alias Async_currentContext */
function current_context(): Context {}

/** Context of the scope at the top of the current scope's tree: of the global scope or of an independent root scope. */
function rootContext(): Context {}

/** @implementation-alias Async_rootContext */
function root_context(): Context {}

/**
 * The current coroutine's own context; see Coroutine::getContext().
 *
 * @throws AsyncException when the asynchronous part of the request is over
 */
function coroutineContext(): Context {}

/** @implementation-alias Async_coroutineContext */
function coroutine_context(): Context {}

/** @implementation-alias Async_coroutineContext */
function localContext(): Context {}

/** @implementation-alias Async_coroutineContext */
function local_context(): Context {}

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
 * import_slots: of libc functions that are replaced in PHP and its extensions; 0 before the first async call.
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

/* What the keywords become (docs/syntax.md). */
namespace Async\Syntax {

/**
 * Rewrite the keyword forms of a source to calls, as the compiler does it; for formatters and analysers.
 *
 * Every line stays on its line. A source that is PHP without them is returned as it is, but for the statement suspend;
 * and so is one with __halt_compiler(). Whether the result is valid PHP is not looked at.
 *
 * @param string $code with its opening tag
 * @throws \ParseError when a keyword form is malformed, with its line
 */
function transform(string $code): string {}

/**
 * The keyword await: Async\await(), but a scope can be waited for, too. That is its awaitCompletion(), and gives NULL.
 *
 * @param Awaitable|Scope $awaitable
 * @param \Async\Awaitable|null $cancellation token that limits the wait
 * @throws \Async\AwaitCancelledException when $cancellation completed first
 * @throws \Async\AsyncException as await() and awaitCompletion()
 * @throws \Async\AsyncCancellation when the calling coroutine is cancelled
 */
function await(\Async\Awaitable|\Async\Scope $awaitable, ?\Async\Awaitable $cancellation = null): mixed {}

/**
 * Async\spawn() for arguments that are spread or named: no name of theirs is taken for a parameter of its own.
 *
 * @implementation-alias Async_spawn
 */
function spawn(callable $spawned_callable, mixed ...$args): \Async\Coroutine {}

/**
 * Async\spawnWith() for such arguments.
 *
 * @implementation-alias Async_spawnWith
 */
function spawnWith(\Async\ScopeProvider $spawn_provider, callable $spawned_callable, mixed ...$args): \Async\Coroutine {}

}
