<?php

/** @generate-class-entries */

namespace Async;

/**
 * Owner of coroutines: nothing that is spawned here is forgotten, no exception of theirs is lost.
 *
 * What a coroutine spawns without naming a scope joins its own, as a sibling. An exception that nobody awaits goes to the
 * scope: to its exception handler, else all its coroutines are cancelled and whoever waits for the scope gets the very
 * exception, else the parent scope does, and so on (D10). A scope is not Awaitable.
 *
 * @not-serializable
 */
class Scope implements ScopeProvider
{
    /** Created with the scope, inherits from the parent scope's. */
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

    /** The global scope, to which everything belongs that was spawned outside of any other. */
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
     * Cancel all coroutines here and below, children first, with one and the same reason, and close.
     *
     * A second call does nothing; with a reason of its own it raises E_WARNING.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     * @throws AsyncException on the global scope: use gracefulShutdown()
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /**
     * Wait until no active coroutine is left here and below; zombies do not count (D7).
     *
     * An exception of the scope that no handler took is thrown here; after cancel() the cancellation, at once.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException on the global scope, and from inside of this scope
     * @throws AwaitCancelledException when the token completed first
     */
    public function awaitCompletion(?Awaitable $cancellation = null): void {}

    /**
     * Wait until nothing is left of a scope that was cancelled or disposed, zombies included.
     *
     * @param callable|null $errorHandler called with (Throwable, Scope) for each exception of the scope meanwhile;
     *     NULL: they go on to the parent scope
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException while the scope is open, on the global scope, and from inside of this scope
     */
    public function awaitAfterCancellation(?callable $errorHandler = null, ?Awaitable $cancellation = null): void {}

    /** As awaitCompletion(), but for the scope's own coroutines only, not those of child scopes. */
    public function awaitDirectChildren(?Awaitable $cancellation = null): void {}

    /** Is no coroutine active here and below? */
    public function isFinished(): bool {}

    /** Can nothing be spawned here any more? */
    public function isClosed(): bool {}

    /** Was it cancelled: by cancel(), dispose(), a bound or an uncaught exception? */
    public function isCancelled(): bool {}

    /**
     * Take the uncaught exceptions of this scope's coroutines; the others go on then.
     *
     * A callable with at most one parameter gets the exception, others (Scope, Coroutine, Throwable) (D12). What it
     * throws goes on to the parent scope. A later call replaces the handler.
     *
     * @param callable $exceptionHandler may suspend
     * @throws AsyncException on the global scope
     */
    public function setExceptionHandler(callable $exceptionHandler): void {}

    /**
     * The same for exceptions that come from child scopes, after the child was cancelled; the Scope is the child.
     *
     * @param callable $exceptionHandler may suspend
     * @throws AsyncException on the global scope
     */
    public function setChildScopeExceptionHandler(callable $exceptionHandler): void {}

    /**
     * Call back once: when an awaiter saw the scope drained, or it is closed (or its object gone) and its last coroutine
     * has ended (D13).
     *
     * @param callable $callback called with the Scope, in a coroutine of its own
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\Scope::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\Scope::onFinally */
    public function finally(callable $callback): void {}

    /**
     * Cancel what is left, with a warning for each unfinished coroutine, and close.
     *
     * @throws AsyncException on the global scope
     */
    public function dispose(): void {}

    /**
     * Leave unfinished coroutines behind as zombies, with a warning for each, and close. The destructor does this.
     *
     * @throws AsyncException on the global scope
     */
    public function disposeSafely(): void {}

    /**
     * disposeSafely() now, and cancel what is left after the time.
     *
     * @param int $ms milliseconds, 1 to 599999
     * @throws \ValueError when $ms is out of range
     * @throws AsyncException on the global scope
     */
    public function disposeAfterTimeout(int $ms): void {}

    /** Have the destructor cancel, silently, instead of leaving zombies. Returns $this. */
    public function asNotSafely(): static {}

    /** Have the destructor leave zombies; the default. Returns $this. */
    public function allowZombies(): static {}

    /**
     * The scopes that inherit from this one and still exist.
     *
     * @return list<Scope>
     */
    public function getChildScopes(): array {}

    /**
     * Unfinished coroutines of this scope itself.
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

/** A scope with explicit limits. */
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
     * Make a coroutine with which the scope ends: the others are cancelled then, and the scope is closed.
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
