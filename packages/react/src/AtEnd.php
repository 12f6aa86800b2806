<?php

declare(strict_types=1);

namespace Async\React;

use Closure;

/**
 * Calls a function when its last holder goes away.
 *
 * @internal
 */
final class AtEnd
{
    public function __construct(private readonly Closure $function)
    {
    }

    public function __destruct()
    {
        ($this->function)();
    }
}
