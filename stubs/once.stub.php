<?php

/** @generate-class-entries */

namespace Async;

/**
 * The function behind the closure of once(), which is the only way to make one.
 *
 * @strict-properties
 * @not-serializable
 */
final class OnceFunction
{
    private function __construct() {}

    /** @param Awaitable|null $cancellation token that limits the wait for the computation of another caller */
    public function __invoke(?Awaitable $cancellation = null): mixed {}
}
