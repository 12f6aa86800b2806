<?php

/** @generate-function-entries */

namespace Async {

/**
 * Make a coroutine in the current scope. It is queued, and starts when the caller gives up control (D4).
 * Further arguments, positional or named, are passed by value.
 *
 * @param callable $task called with the further arguments
 * @throws AsyncException when no coroutine can be made any more
 */
function spawn(callable $task, mixed ...$args): Coroutine {}

/**
 * spawn() in the scope that the provider names. The hooks of a SpawnStrategy are called before and after the queueing.
 *
 * @param callable $task called with the further arguments
 * @throws AsyncException when the scope is closed
 */
function spawnWith(ScopeProvider $provider, callable $task, mixed ...$args): Coroutine {}

/** @implementation-alias Async_spawnWith */
function spawn_with(ScopeProvider $provider, callable $task, mixed ...$args): Coroutine {}

/**
 * Register a callback for this request: it is called for each coroutine that is spawned, in the coroutine that spawns
 * it, before the new one is queued. It may put values into the context of the new coroutine. Libraries use it to let
 * a state of their own follow coroutines, such as the current span of a trace.
 *
 * Callbacks run in the order of their registration. Coroutines that a callback spawns itself are not shown to any
 * callback. An exception of a callback is thrown by the call that spawns, and the new coroutine is cancelled.
 *
 * @param callable $callback called with the new Coroutine
 */
function onSpawn(callable $callback): void {}

/** @implementation-alias Async_onSpawn */
function on_spawn(callable $callback): void {}

/**
 * Begin a web request in the isolated scope of the caller, as PHP does in a web server: $_SERVER, $_GET, $_POST,
 * $_COOKIE, $_FILES and $_REQUEST are made from the variables and the body, php://input reads the body,
 * move_uploaded_file() and filter_input() know the request. PHP's own parsers and settings apply, such as
 * post_max_size. Call it before the code that is to see the request, once in each isolated scope.
 *
 * Uploaded files that were not moved are deleted when the scope ends.
 *
 * @param array $server what a web server passes: REQUEST_METHOD, REQUEST_URI, QUERY_STRING, CONTENT_TYPE,
 *        CONTENT_LENGTH, HTTP_COOKIE and the other headers as HTTP_…
 * @param mixed $body a string, or a stream that is read up to CONTENT_LENGTH, or to its end without that
 * @throws AsyncException outside of isolated scopes, and for a second request in the same scope
 * @throws \TypeError if a variable is an array or an object, or the body is neither a string nor a stream
 */
function beginRequest(array $server, mixed $body = ''): void {}

/** @implementation-alias Async_beginRequest */
function begin_request(array $server, mixed $body = ''): void {}

/**
 * Complete the headers of the isolated scope of the caller, as PHP does before the first output of a response: without a
 * content type of their own they get the default one, then the callback of header_register_callback() is called, once.
 * After that headers_list() and http_response_code() tell what PHP would send. Call it in the scope, right before the
 * application takes the headers for its answer.
 *
 * @return string what the callback has printed: PHP sends it in front of the body
 *
 * @throws AsyncException outside of isolated scopes
 * @throws \Throwable what the callback throws
 */
function completeHeaders(): string {}

/** @implementation-alias Async_completeHeaders */
function complete_headers(): string {}

/**
 * A strategy for spawnWith() that queues the coroutine before all others.
 *
 * @param Scope|null $scope NULL: the current scope
 */
function hiPriority(?Scope $scope = null): SpawnStrategy {}

/** @implementation-alias Async_hiPriority */
function hi_priority(?Scope $scope = null): SpawnStrategy {}

/**
 * Let the other ready coroutines run. Returns at once when there are none, and in shutdown functions.
 *
 * @throws AsyncCancellation when the coroutine is cancelled meanwhile
 */
function suspend(): void {}

/**
 * Wait for the awaitable and return its result, or throw its exception.
 *
 * The wait ends early when the token completes: with an AwaitCancelledException, or with the token's own exception
 * if it fails. If both are ready, the result wins. The awaitable itself goes on.
 *
 * @param Awaitable|null $cancellation token that limits the wait
 * @throws AwaitCancelledException when $cancellation completed first
 * @throws AsyncException when a coroutine awaits itself, or the request is shutting down
 * @throws AsyncCancellation when the calling coroutine is cancelled
 */
function await(Awaitable $awaitable, ?Awaitable $cancellation = null): mixed {}

/**
 * Wait for the first of several sources and return its key and value. Exactly one source takes effect: from the other
 * channels no value is received, and to them none is sent.
 *
 *     [$key, $value] = select([
 *         'job' => $jobs,                  // a channel: receive
 *         'out' => [$results, $result],    // a channel and a value: send; the value returned is NULL
 *         'end' => $coroutine,             // whatever await() accepts
 *         'tick' => timeout(100),
 *     ]);
 *
 * Among several ready sources a pseudo-random sequence chooses one, so that none starves. The sequence is the same in
 * every run. At a channel, select() queues behind the present waiters.
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
 * A closure that calls the callback at its first call, and returns the same result at every later call.
 *
 * A caller that comes while the callback runs waits for its result. An exception is thrown to the first caller and to
 * all waiters, and is not kept: the next call calls the callback again. When the computing coroutine is cancelled, the
 * longest waiter calls the callback in its place.
 *
 * The closure has one parameter, ?Awaitable $cancellation = null: a token that limits the wait for the computation of
 * another coroutine. It throws an AsyncException when the callback itself calls it, because it would wait for itself.
 *
 * @param callable $callback called without arguments
 */
function once(callable $callback): \Closure {}

/**
 * Wait for the coroutines that the current coroutine has spawned itself, in any scope; not for coroutines that they
 * spawn. Their exceptions take the usual way.
 *
 * @param Awaitable|null $cancellation token that limits the wait
 * @throws AwaitCancelledException when the token completed first
 */
function awaitSpawned(?Awaitable $cancellation = null): void {}

/** @implementation-alias Async_awaitSpawned */
function await_spawned(?Awaitable $cancellation = null): void {}

/**
 * Run a section that cannot be cancelled, and return its result. A cancellation that comes meanwhile is thrown right
 * after the outermost protect().
 */
function protect(\Closure $closure): mixed {}

/**
 * Suspend the coroutine.
 *
 * @param int $ms milliseconds; 0 lets the other ready coroutines run once
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
 * A future that completes with the signal's number when the process receives the signal the next time.
 *
 * Meanwhile the signal has no default action; handlers of pcntl_signal() are called as well. The signal's disposition
 * is restored when the last such future is released (D32). A future without a waiter does not keep the program alive.
 *
 * When the token completes first, the future fails as a wait with that token does, and waits for the signal no more.
 * signals() is for a signal that may come several times.
 *
 * @param int|\BackedEnum $signal SIGINT, SIGTERM … or an enum case with such a value
 * @param Awaitable|null $cancellation token that limits the wait for the signal
 * @throws \ValueError when there is no such signal, or it cannot be caught
 * @throws AsyncException when no event loop can be made
 */
function signal(int|\BackedEnum $signal, ?Awaitable $cancellation = null): Future {}

/**
 * All deliveries of some signals, in the order in which they came: foreach (signals(SIGTERM, SIGHUP) as $signal).
 *
 * The signals are caught until the watcher is closed or released, also between two steps of a loop, so none is lost.
 * A signal that comes again while it still waits to be taken is delivered once, as the kernel does it. Default actions,
 * handlers of pcntl_signal() and the life of the program are as with signal().
 *
 * @param int|\BackedEnum $signals at least one: SIGINT, SIGTERM … or enum cases with such values
 * @throws \ValueError when there is no such signal, or it cannot be caught
 * @throws AsyncException when no event loop can be made
 */
function signals(int|\BackedEnum ...$signals): SignalWatcher {}

/**
 * The changes of files and folders as they come: foreach (watch('src', recursive: true) as $event).
 *
 * Of a folder its entries are watched, with $recursive also those of all its sub-folders, new ones included: what is in
 * a new sub-folder by then is reported as created. A file is followed also when another one is put in its place, as
 * editors do. Symbolic links below a folder are not followed.
 *
 * A write is reported when the writer closes the file. Events for one path that wait to be taken become one. The paths
 * are watched until the watcher is closed or released, also between two steps of a loop. A watcher keeps the program
 * alive only while a coroutine waits for it. The call reads a recursive tree without letting other coroutines run.
 * Linux only.
 *
 * The kernel does not tell of changes that other machines make on a network file system (NFS, SMB, 9P, FUSE and
 * others). A worker lists such paths once a second, or in the intervals asked for, and compares. So what was made and
 * deleted between two looks is not seen, and a file counts as changed when its size, times, mode or owner are others.
 *
 * @param string|array $path one path or several, of files and folders that exist
 * @param bool $recursive also the entries of all sub-folders
 * @param int $pollInterval list all the paths in intervals of so many milliseconds, also where the kernel would tell of
 *     changes; 0: only where it does not
 * @param Scope|null $scope the watcher is closed when this scope is cancelled or has ended
 * @throws AsyncException when a path cannot be watched, or no event loop can be made
 * @throws \ValueError when there is no path, or one is empty or has null bytes, or the interval is negative or longer
 *     than a day
 */
function watch(
    string|array $path,
    bool $recursive = false,
    int $pollInterval = 0,
    ?Scope $scope = null,
): FileWatcher {}

/**
 * A trigger that fires for each awaitable as it completes: every await gives the result of the next one, or throws its
 * error; a further await goes on with the rest (D23). When none is left, await() throws an AsyncException.
 *
 *     $first = await(any([spawn(...$a), spawn(...$b)]));
 *
 * Errors of the other awaitables, when no coroutine awaits the trigger any more, take the way of every error without an
 * awaiter.
 *
 * $futures contains awaitables; an iterator may suspend. A channel among them stays a source.
 */
function any(iterable $futures): Awaitable {}

/**
 * A trigger that fires when all awaitables have completed. It gives an array of the results by input key, in the order
 * of the input, or throws the error that came first. A further await gives the same.
 */
function all(iterable $futures): Awaitable {}

/**
 * A trigger that fires when $count awaitables have succeeded. It gives an array of their results by input key. An error
 * before that is thrown; a further await goes on. When $count successes are not possible any more, await() throws an
 * AsyncException.
 *
 * @param int $count at least 1
 */
function anyOf(int $count, iterable $futures): Awaitable {}

/** @implementation-alias Async_anyOf */
function any_of(int $count, iterable $futures): Awaitable {}

/**
 * A trigger that gives [$result, $errors] instead of throwing the awaitable's errors. $result is NULL when the
 * awaitable has failed; $errors is an array by input key, empty without errors. With any() it gives the first success
 * and the errors before it, with all() the errors of all failed sources. When the awaitable can never fire (any()
 * without or after its last source, anyOf() of more than its sources), await() throws the AsyncException of the
 * awaitable.
 */
function captureErrors(Awaitable $awaitable): Awaitable {}

/** @implementation-alias Async_captureErrors */
function capture_errors(Awaitable $awaitable): Awaitable {}

/**
 * A trigger that passes the awaitable's errors to $handler(\Throwable), or drops them without a handler, and waits for
 * the next outcome: with any() the next success, with all() the results of the successful sources. NULL when none is
 * left.
 *
 * @param callable|null $handler may suspend; its exception is thrown at the await
 */
function ignoreErrors(Awaitable $awaitable, ?callable $handler = null): Awaitable {}

/** @implementation-alias Async_ignoreErrors */
function ignore_errors(Awaitable $awaitable, ?callable $handler = null): Awaitable {}

/**
 * Wait for all. Their errors are returned, not thrown.
 *
 * @param bool $preserveKeyOrder true: results in the order of the input; false: in the order of completion. Errors are
 *                               always in the order of completion.
 * @param bool $fillNull put NULL among the results for each failed one
 * @return array{0: array, 1: array<array-key, \Throwable>} results and errors by key
 * @throws AwaitCancelledException when $cancellation fires first; the errors received so far count as seen
 */
function awaitAll(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** @implementation-alias Async_awaitAll */
function await_all(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** Wait for all and return the results by key. If any has failed, the first error is thrown when all are over. */
function awaitAllOrFail(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** @implementation-alias Async_awaitAllOrFail */
function await_all_or_fail(iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** The result or the error of the first one that completes; NULL without input. The others go on. */
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
 * Wait until $count have succeeded, or $count successes are not possible any more.
 *
 * @return array{0: array, 1: array<array-key, \Throwable>} results and errors by key
 */
function awaitAnyOf(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** @implementation-alias Async_awaitAnyOf */
function await_any_of(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

/** Wait until $count have succeeded and return their results by key. An error before that is thrown at once. */
function awaitAnyOfOrFail(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/** @implementation-alias Async_awaitAnyOfOrFail */
function await_any_of_or_fail(int $count, iterable $triggers, ?Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

/**
 * Call $callback($value, $key) for each element, each in a coroutine of its own, and wait for all of them (D39).
 *
 * The calling coroutine advances the iterator, which may suspend; the callbacks run in a child scope of the current
 * one. A callback that returns false stops the iteration. The first exception of a callback cancels the rest and is
 * thrown to the caller. A cancellation of the caller cancels the rest, too. At the end of the call no coroutine of it
 * is left.
 *
 * @param int $concurrency number of callbacks at a time, 0 for no limit
 * @param bool $cancelPending true: when all callbacks have returned, or one has returned false, cancel the coroutines
 *                            of the iteration that still run; false: wait for them
 * @throws \ValueError when $concurrency is negative
 * @throws AsyncCancellation when the calling coroutine is cancelled
 */
function iterate(iterable $iterable, callable $callback, int $concurrency = 0, bool $cancelPending = true): void {}

/** The running coroutine. The main script is a coroutine, too. */
function currentCoroutine(): Coroutine {}

/** @implementation-alias Async_currentCoroutine */
function current_coroutine(): Coroutine {}

/** The scope of the running code. */
function currentScope(): Scope {}

/** @implementation-alias Async_currentScope */
function current_scope(): Scope {}

/** The global scope; the same as Scope::global(). */
function globalScope(): Scope {}

/** @implementation-alias Async_globalScope */
function global_scope(): Scope {}

/**
 * Cancel the global scope and all scopes below it, main included, and let all coroutines run to their end (D21).
 *
 * @param \Throwable|null $throwable a cancellation: the reason for all coroutines; any other exception counts as
 *     uncaught: it is reported at the end, with exit status 255
 */
function gracefulShutdown(?\Throwable $throwable = null): void {}

/** @implementation-alias Async_gracefulShutdown */
function graceful_shutdown(?\Throwable $throwable = null): void {}

/**
 * Run $main in $workers processes and keep them running until this process is told to stop: the prefork model, for
 * servers and queue workers that use all processors.
 *
 * Each worker is a fork of this process, and calls $main($worker) with its number, from 0 on, as its first coroutine.
 * Nothing else of this process goes on there: no other coroutine and no code after supervise(). Listening streams that
 * are open already are shared by all workers. Connections belong to one process: open them in $main.
 *
 * A worker that fails (exception, fatal error, signal, exit status) is started again after a pause, and the error log
 * says so. A worker whose $main and coroutines have returned is started again only with $restartAlways.
 *
 * Signals to this process: SIGTERM and SIGINT stop all workers. SIGHUP replaces the workers one after the other. The
 * signal of async.dump_signal is passed on. A worker is stopped by SIGTERM, which cancels its first coroutine; a second
 * one cancels all coroutines. A worker that still runs after the grace period is killed. When this process ends in
 * another way (SIGKILL), its workers stop in the same manner, by themselves (Linux).
 *
 * @param int $workers number of processes; 0 for as many as availableParallelism() says
 * @param callable $main called with the number of the worker
 * @param int $gracePeriod milliseconds that a worker may take to stop
 * @param int $backoff milliseconds before a worker that has failed is started again; doubled with each further failure
 * @param int $maxBackoff the longest such pause in milliseconds
 * @param int $settleTime milliseconds after which a worker counts as running well: the next pause is the first one
 *                        again, and a reload goes on to the next worker
 * @param bool $restartAlways also start workers again that have ended with status 0
 * @return int 0, or 1 when a worker has failed while it was stopped or was killed: the exit status for this process
 * @throws \ValueError when a number is out of range
 * @throws AsyncException outside of the command line, and in shutdown functions
 * @throws AsyncCancellation when the calling coroutine is cancelled: all workers were stopped then
 */
function supervise(int $workers, callable $main, int $gracePeriod = 10000, int $backoff = 100, int $maxBackoff = 30000, int $settleTime = 1000, bool $restartAlways = false): int {}

/**
 * All coroutines that have not completed, the main one included.
 *
 * @return list<Coroutine>
 */
function getCoroutines(): array {}

/** @implementation-alias Async_getCoroutines */
function get_coroutines(): array {}

/**
 * Register a callback for the completion of the current coroutine; see Coroutine::onFinally().
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

/** Context of the current coroutine's scope; outside a coroutine, of the global scope. */
function currentContext(): Context {}

/** @implementation-alias Async_currentContext */
function current_context(): Context {}

/** Context of the top scope of the current tree: the global scope or an independent root scope. */
function rootContext(): Context {}

/** @implementation-alias Async_rootContext */
function root_context(): Context {}

/**
 * The current coroutine's own context; see Coroutine::getContext().
 *
 * @throws AsyncException when the request is shutting down
 */
function coroutineContext(): Context {}

/** @implementation-alias Async_coroutineContext */
function coroutine_context(): Context {}

/** @implementation-alias Async_coroutineContext */
function localContext(): Context {}

/** @implementation-alias Async_coroutineContext */
function local_context(): Context {}

/**
 * Snapshot of the scheduler's counters; cheap. All counts are for this request.
 *
 * coroutines: unfinished coroutines, main and service coroutines included.
 * waiting: parked coroutines among them, without those in the run queue.
 * spawned, switches: coroutines and switches so far.
 * contexts, contexts_idle: fiber contexts, in use or kept for reuse; those among them without a coroutine.
 * stacks_unguarded: 1 when some stack of this process has no guard page, else 0.
 * blocked_in_place: waits so far that blocked as in stock PHP, because a switch was impossible.
 * timers, descriptors: armed timers; descriptors registered with the system, also those without a waiter.
 * jobs: jobs on worker threads, also abandoned ones.
 * import_slots: replaced slots of libc functions in PHP and its extensions; 0 before the first async call.
 * turns: turns of the event loop so far.
 * watchers, watched: open watchers of watch(); folders that they watch, and files that they look at in intervals.
 * isolations, isolation_slots: isolated scopes; places of global state of which each has a copy.
 *
 * While async.metrics is on, there are also histograms of times, counted since the process has started. Each is an
 * array: count, seconds (the sum), and buckets, the number of times up to each bound in seconds, the smaller ones
 * included.
 *
 * lag: between two looks for events, in which coroutines ran.
 * time_in_queue: from ready to running.
 * time_between_switches: that a coroutine ran.
 * waits: an array of such histograms, by what was waited for.
 *
 * @return array<string, int|array<string, mixed>>
 */
function stats(): array {}

/**
 * The number of threads or processes that can run at the same time: the CPUs of the affinity of this process, or fewer
 * when a cgroup, such as that of a container, limits its time on them. At least 1.
 */
function availableParallelism(): int {}

/** @implementation-alias Async_availableParallelism */
function available_parallelism(): int {}

/**
 * The counters of stats() in the text format of OpenMetrics, for a scraper. The histograms are there while
 * async.metrics is on.
 */
function metrics(): string {}

/**
 * What the program does now, as an array of numbers, strings and arrays, for tools; dump() is the same as text. It runs
 * no PHP code and does not suspend. Its time is linear in the number of coroutines, scopes and objects.
 *
 * pid, time, php, async, script: the process, when (Unix time), versions, the main script.
 * loop: counters of the event loop: turns, ready, waiting, timers, descriptors, jobs …
 * scopes: each with id (of this snapshot), parent, name, place, state, isolated, coroutines (their ids).
 * coroutines: the unfinished ones, each with id, name, scope, state (created, ready, running, waiting), since_ms,
 * waits_for (in words), wait (as getAwaitingInfo()), spawned_at, awaited_at, awaited_by (ids), suspended_at, switches,
 * cpu_ms, stack (strings, innermost first). since_ms and cpu_ms are NULL unless they are measured (docs/seeing.md).
 * connections, pools, locks, timers, jobs, isolations, extensions: what exists of them, with their owners.
 *
 * @return array<string, mixed>
 */
function snapshot(): array {}

/**
 * snapshot() as text for people: the scopes as a tree with their coroutines, what each waits for and where it stands,
 * then connections, pools, locks, timers, jobs, isolations, and extensions whose calls wait in place.
 */
function dump(): string {}

}

namespace Async\Scope {

/** @implementation-alias Async_delay */
function delay(int $ms): void {}

}

/* What the keywords become (docs/syntax.md). */
namespace Async\Syntax {

/**
 * Rewrite the keyword forms of a source to calls, as the compiler does; for formatters and analysers.
 *
 * Line numbers do not change. In a source that is valid PHP, only the statement suspend; is rewritten. A source with
 * __halt_compiler() is returned unchanged. The function does not check that the result is valid PHP.
 *
 * @param string $code source with its opening tag
 * @throws \ParseError when a keyword form is malformed; it has the line of the form
 */
function transform(string $code): string {}

/**
 * The keyword await: Async\await(), and also for a scope: then it calls awaitCompletion() and gives NULL.
 *
 * @param Awaitable|Scope $awaitable
 * @param \Async\Awaitable|null $cancellation token that limits the wait
 * @throws \Async\AwaitCancelledException when $cancellation completed first
 * @throws \Async\AsyncException as await() and awaitCompletion()
 * @throws \Async\AsyncCancellation when the calling coroutine is cancelled
 */
function await(\Async\Awaitable|\Async\Scope $awaitable, ?\Async\Awaitable $cancellation = null): mixed {}

/**
 * Async\spawn() for spread or named arguments: its own parameter has a name that no argument is likely to have.
 *
 * @implementation-alias Async_spawn
 */
function spawn(callable $spawned_callable, mixed ...$args): \Async\Coroutine {}

/**
 * Async\spawnWith() for spread or named arguments, likewise.
 *
 * @implementation-alias Async_spawnWith
 */
function spawnWith(\Async\ScopeProvider $spawn_provider, callable $spawned_callable, mixed ...$args): \Async\Coroutine {}

}

/* For tests of concurrent code (docs/testing-your-code.md). */
namespace Async\Testing {

/**
 * Run a test in a coroutine of its own, with a clock and a schedule of its own, and give what it returns.
 *
 * The virtual clock stands still while a coroutine runs, and jumps to the next deadline when all of them wait for time:
 * an hour of delay() or sleep() takes no time. What is left at the end of the test is a failure: coroutines that have not
 * ended, open scopes, timers, descriptors, connections.
 *
 * @param callable $test called without arguments
 * @param int|null $seed chooses which ready coroutine runs next; null: in the usual order
 * @param bool $virtualTime false: delays take their time
 * @throws \Throwable what the test, or a coroutine of it that is not awaited, has thrown
 * @throws \Async\Testing\LeakException when the test has left something
 * @throws \Async\DeadlockError when all coroutines wait, and no event can wake one
 * @throws \Async\AsyncException when a test is run by another coroutine, and where no coroutine can wait
 * @throws \Async\AsyncCancellation when the calling coroutine is cancelled: the test is cancelled, too
 */
function run(callable $test, ?int $seed = null, bool $virtualTime = true): mixed {}

/**
 * Run a test once for each seed from 1 to $runs: each time in another schedule.
 *
 * @param callable $test called without arguments
 * @throws \Async\Testing\ScheduleFailure when the test fails; the message has the seed
 * @throws \ValueError when $runs is below 1
 * @throws \Async\AsyncException as run()
 * @throws \Async\AsyncCancellation when the calling coroutine is cancelled
 */
function explore(callable $test, int $runs, bool $virtualTime = true): void {}

/**
 * Seconds since the test began, by its clock.
 *
 * @throws \Async\AsyncException when no test runs
 */
function elapsed(): float {}

}
