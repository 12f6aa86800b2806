<?php

/** @generate-class-entries */

namespace Async;

/**
 * Key-value store of a scope or of a coroutine; currentContext(), rootContext() and coroutineContext() give it.
 *
 * The context of a scope inherits from the context of the parent scope: what is not set here is looked up there. A
 * coroutine's own context inherits from nobody and is emptied when the coroutine has completed.
 *
 * A key is a string, compared byte for byte ("1" and "01" differ), or an object, compared by identity and held as long
 * as it is used here: who does not have the object cannot read the value.
 *
 * A value that is a WeakReference is dereferenced when it is read. Once its object is gone the slot reads as NULL, still
 * hides the parent's value, and counts as not set for has() and set().
 *
 * @strict-properties
 * @not-serializable
 */
final class Context
{
    private function __construct() {}

    /** Value of the key here or in the nearest parent that has it, NULL when there is none. */
    public function find(string|object $key): mixed {}

    /** @implementation-alias Async\Context::find */
    public function get(string|object $key): mixed {}

    /** Is the key set here or in a parent? NULL is a value like any other. */
    public function has(string|object $key): bool {}

    /** Value of the key here, NULL when it is not set; parents are not looked at. */
    public function findLocal(string|object $key): mixed {}

    /** @implementation-alias Async\Context::findLocal */
    public function getLocal(string|object $key): mixed {}

    /** Is the key set here? Parents are not looked at. */
    public function hasLocal(string|object $key): bool {}

    /**
     * Set a value here; a parent's value of that key is hidden, not changed. Returns $this.
     *
     * @param bool $replace overwrite a value that is set here already
     * @throws AsyncException when the key is set here already and $replace is false
     */
    public function set(string|object $key, mixed $value, bool $replace = false): static {}

    /** Remove the key here, if it is set; a parent's value shows again. Returns $this. */
    public function unset(string|object $key): static {}

    /** Remove everything that is set here now, in the order in which it was set. The context can be used again. */
    public function dispose(): void {}
}

/**
 * Key for contexts that has a description. Two keys are never equal, whatever their descriptions.
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
