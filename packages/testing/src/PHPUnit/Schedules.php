<?php

namespace Async\Testing\PHPUnit;

/** The test runs once in each of this number of schedules. With $seed: only in the schedule of that seed. */
#[\Attribute(\Attribute::TARGET_METHOD | \Attribute::TARGET_CLASS)]
final class Schedules
{
    public function __construct(public readonly int $runs = 100, public readonly ?int $seed = null)
    {
    }
}
