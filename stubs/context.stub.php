<?php

/** @generate-class-entries */

namespace Async;

/**
 * Key-value store of a scope or of a coroutine; currentContext(), rootContext() and coroutineContext() return it.
 *
 * The context of a scope inherits from the context of the parent scope: a key that is not set here is looked up there.
 * A coroutine's own context inherits nothing, and is emptied when the coroutine has completed.
 *
 * A key is a string, compared byte for byte ("1" and "01" differ), or an object, compared by identity. The context
 * holds a key object as long as the key is set. Only code that has the object can read its value.
 *
 * A value that is a WeakReference is dereferenced when it is read. After the end of its object the slot reads as NULL,
 * still hides the parent's value, and counts as not set for has() and set().
 *
 * @strict-properties
 * @not-serializable
 */
final class Context
{
    private function __construct() {}

    /** Value of the key, here or in the nearest parent that has it; NULL when it is not set. */
    public function find(string|object $key): mixed {}

    /** @implementation-alias Async\Context::find */
    public function get(string|object $key): mixed {}

    /** Is the key set here or in a parent? NULL is a value like any other. */
    public function has(string|object $key): bool {}

    /** Value of the key in this context, NULL when it is not set; parents are ignored. */
    public function findLocal(string|object $key): mixed {}

    /** @implementation-alias Async\Context::findLocal */
    public function getLocal(string|object $key): mixed {}

    /** Is the key set in this context? Parents are ignored. */
    public function hasLocal(string|object $key): bool {}

    /**
     * Set a value in this context; a parent's value of that key is hidden, not changed. Returns $this.
     *
     * @param bool $replace overwrite a value that is set here already
     * @throws AsyncException when the key is set here already and $replace is false
     */
    public function set(string|object $key, mixed $value, bool $replace = false): static {}

    /** Remove the key from this context, if it is set; a parent's value is visible again. Returns $this. */
    public function unset(string|object $key): static {}

    /** Remove all keys of this context, in the order in which they were set. The context can be used again. */
    public function dispose(): void {}
}

/**
 * Key for contexts, with a description. Two keys are never equal, even if their descriptions are.
 *
 * @strict-properties
 * @not-serializable
 */
final class Key implements \Stringable
{
    public readonly string $description;

    public function __construct(string $description = '') {}

    /** The description. */
    public function __toString(): string {}
}
