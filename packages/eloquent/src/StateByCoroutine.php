<?php

namespace Async\Eloquent;

use Async\AsyncException;
use stdClass;
use WeakMap;

use function Async\currentCoroutine;

/** Values of an object's properties for each coroutine. They begin with the same values in each. */
final class StateByCoroutine
{
    /** @var WeakMap<\Async\Coroutine, stdClass> */
    private WeakMap $states;
    private ?stdClass $afterCoroutines = null;

    /** @param array<string, mixed> $initial */
    public function __construct(private readonly array $initial)
    {
        $this->states = new WeakMap();
    }

    public function current(): stdClass
    {
        try {
            return $this->states[currentCoroutine()] ??= $this->begin();
        } catch (AsyncException) {
            /* A shutdown function, or a destructor at the end. */
            return $this->afterCoroutines ??= $this->begin();
        }
    }

    private function begin(): stdClass
    {
        return (object) array_map(fn(mixed $value): mixed => is_object($value) ? clone $value : $value, $this->initial);
    }
}
