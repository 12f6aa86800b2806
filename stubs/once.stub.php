<?php

/** @generate-class-entries */

namespace Async;

/**
 * What the closure of once() calls. Nobody else makes one.
 *
 * @strict-properties
 * @not-serializable
 */
final class OnceFunction
{
    private function __construct() {}

    /** @param Awaitable|null $cancellation token that limits the wait for another caller's computation */
    public function __invoke(?Awaitable $cancellation = null): mixed {}
}
