<?php

/** @generate-class-entries */

namespace Async;

/**
 * Owner of coroutines: it tracks every coroutine that is spawned here, and no exception of them is lost.
 *
 * spawn() without a named scope puts the new coroutine into the scope of its spawner, as a sibling. An exception
 * without an awaiter goes to the scope: to its exception handler. Without a handler all its coroutines are cancelled,
 * and the waiters of the scope get the identical exception; without a waiter it goes on to the parent scope, and so on
 * (D10). A scope is not Awaitable.
 *
 * @not-serializable
 */
class Scope implements ScopeProvider
{
    /** Context of the scope; it inherits from the context of the parent scope. */
    public readonly Context $context;

    /** An independent scope without a parent. */
    public function __construct() {}

    /**
     * A child scope. The constructor of a subclass is not called.
     *
     * @param Scope|null $parentScope NULL: the current scope
     * @throws AsyncException when the parent is closed
     */
    public static function inherit(?Scope $parentScope = null): static {}

    /**
     * A child scope with global state of its own: static properties and variables, global variables, settings (D46).
     *
     * Its coroutines, and those of scopes below it, begin with a copy of what the caller sees now, as after fork(). The
     * state ends with the scope. Objects are shared by handle. docs/isolation.md lists what is own and what is shared.
     * The constructor of a subclass is not called.
     *
     * @param Scope|null $parent NULL: the current scope
     * @param bool $catchExit exit() in the scope or below ends this scope only, not the program: its other coroutines
     *     are cancelled, its shutdown functions run, getExitStatus() tells the status
     * @throws AsyncException when the parent is closed, while the request is shutting down, while the
     *     caller's own isolated scope ends, while a class is being loaded, and in a destructor
     */
    public static function isolated(?Scope $parent = null, bool $catchExit = false): static {}

    /** Have the coroutines of this scope global state of their own? */
    public function isIsolated(): bool {}

    /** The status that exit() has ended this scope with (see isolated()); NULL: it was not ended by exit(). */
    public function getExitStatus(): ?int {}

    /** The global scope, which owns all coroutines spawned outside any other scope. */
    public static function global(): Scope {}

    /** This scope. */
    public function provideScope(): ?Scope {}

    /**
     * Make a coroutine in this scope; see Async\spawn().
     *
     * @param callable $callable called with the further arguments
     * @throws AsyncException "Coroutine scope is closed"
     */
    public function spawn(callable $callable, mixed ...$params): Coroutine {}

    /**
     * Cancel all coroutines of this scope and its child scopes, children first, with the same reason, and close.
     *
     * A second call does nothing; with a reason it raises E_WARNING.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     * @throws AsyncException on the global scope: use gracefulShutdown()
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /**
     * Wait until this scope and its child scopes have no active coroutine; zombies do not count (D7).
     *
     * Throws an exception of the scope that no handler took, and after cancel() the cancellation, at once.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException on the global scope, and from inside of this scope
     * @throws AwaitCancelledException when the token completed first
     */
    public function awaitCompletion(?Awaitable $cancellation = null): void {}

    /**
     * Wait until a cancelled or disposed scope has no coroutine left, zombies included.
     *
     * @param callable|null $errorHandler called with (Throwable, Scope) for each exception of the scope meanwhile;
     *     NULL: the exceptions go on to the parent scope
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException while the scope is open, on the global scope, and from inside of this scope
     */
    public function awaitAfterCancellation(?callable $errorHandler = null, ?Awaitable $cancellation = null): void {}

    /** awaitCompletion() for the scope's own coroutines only, without those of child scopes. */
    public function awaitDirectChildren(?Awaitable $cancellation = null): void {}

    /** Have this scope and its child scopes no active coroutine? */
    public function isFinished(): bool {}

    /** Is the scope closed, so that it refuses new coroutines? */
    public function isClosed(): bool {}

    /** Was it cancelled: by cancel(), dispose(), a bound or an uncaught exception? */
    public function isCancelled(): bool {}

    /**
     * Handle the uncaught exceptions of this scope's coroutines; the other coroutines then go on.
     *
     * A callable with at most one parameter gets the exception, others get (Scope, Coroutine, Throwable) (D12). Its own
     * exception goes on to the parent scope. A later call replaces the handler.
     *
     * @param callable $exceptionHandler may suspend
     * @throws AsyncException on the global scope
     */
    public function setExceptionHandler(callable $exceptionHandler): void {}

    /**
     * Handle exceptions of child scopes, after the child was cancelled; the Scope argument is the child.
     *
     * @param callable $exceptionHandler may suspend
     * @throws AsyncException on the global scope
     */
    public function setChildScopeExceptionHandler(callable $exceptionHandler): void {}

    /**
     * Register a callback that is called once: when an awaiter has seen the scope drained, or when its last coroutine
     * has ended after it was closed or its object was released (D13).
     *
     * @param callable $callback called with the Scope, in a coroutine of its own
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\Scope::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\Scope::onFinally */
    public function finally(callable $callback): void {}

    /**
     * Cancel the unfinished coroutines, with a warning for each, and close.
     *
     * @throws AsyncException on the global scope
     */
    public function dispose(): void {}

    /**
     * Let unfinished coroutines go on as zombies, with a warning for each, and close. The destructor does this.
     *
     * @throws AsyncException on the global scope
     */
    public function disposeSafely(): void {}

    /**
     * disposeSafely() now, and cancel the remaining coroutines after the time.
     *
     * @param int $ms milliseconds, 1 to 599999
     * @throws \ValueError when $ms is out of range
     * @throws AsyncException on the global scope
     */
    public function disposeAfterTimeout(int $ms): void {}

    /** Let the destructor cancel silently instead of leaving zombies. Returns $this. */
    public function asNotSafely(): static {}

    /** Let the destructor leave zombies, which is the default. Returns $this. */
    public function allowZombies(): static {}

    /**
     * The scopes that inherit from this one and still exist.
     *
     * @return list<Scope>
     */
    public function getChildScopes(): array {}

    /**
     * The scope's own unfinished coroutines, without those of child scopes.
     *
     * @return list<Coroutine>
     */
    public function getCoroutines(): array {}

    /** @implementation-alias Async\Context::find */
    public function find(string|object $key): mixed {}

    /** @implementation-alias Async\Context::find */
    public function get(string|object $key): mixed {}

    /** @implementation-alias Async\Context::has */
    public function has(string|object $key): bool {}

    /** @implementation-alias Async\Context::findLocal */
    public function findLocal(string|object $key): mixed {}

    /** @implementation-alias Async\Context::findLocal */
    public function getLocal(string|object $key): mixed {}

    /** @implementation-alias Async\Context::hasLocal */
    public function hasLocal(string|object $key): bool {}

    /** @implementation-alias Async\Context::set */
    public function set(string|object $key, mixed $value, bool $replace = false): static {}

    /** @implementation-alias Async\Context::unset */
    public function unset(string|object $key): static {}

    public function __destruct() {}
}

/**
 * A scope with explicit limits.
 *
 * Also known as Async\BoundScope.
 */
class BoundedScope extends Scope
{
    /**
     * Cancel the scope after a time. Returns $this.
     *
     * @param int $milliseconds at least 1
     * @throws \ValueError when it is below 1
     */
    public function withTimeout(int $milliseconds): static {}

    /**
     * Make a coroutine that ends the scope when it ends: the other coroutines are cancelled, and the scope is closed.
     *
     * @param callable $coroutine called with the further arguments
     */
    public function spawnAndBound(callable $coroutine, mixed ...$params): Coroutine {}

    /**
     * End the scope when the awaitable completes (or fires). Returns $this.
     *
     * @param Awaitable|int $constraint an int is a time in milliseconds
     */
    public function boundedBy(Awaitable|int $constraint): static {}
}
