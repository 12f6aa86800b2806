<?php

namespace Async\Eloquent;

/**
 * For a subclass: some properties of the parent, which are not private, get a value for each coroutine. They are unset,
 * so that PHP asks __get() and __set() for them. The code of the parent stays as it is.
 */
trait HasStateByCoroutine
{
    private StateByCoroutine $stateByCoroutine;

    public function &__get(string $property): mixed
    {
        return $this->stateByCoroutine->current()->$property;
    }

    public function __set(string $property, mixed $value): void
    {
        $this->stateByCoroutine->current()->$property = $value;
    }

    public function __isset(string $property): bool
    {
        return isset($this->stateByCoroutine->current()->$property);
    }

    /** @param list<string> $properties those that this version of the parent does not have are left out */
    private function separateByCoroutine(array $properties): void
    {
        $initial = [];
        foreach ($properties as $property) {
            if (property_exists($this, $property)) {
                $initial[$property] = $this->$property;
                unset($this->$property);
            }
        }
        $this->stateByCoroutine = new StateByCoroutine($initial);
    }
}
