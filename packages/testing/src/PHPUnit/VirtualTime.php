<?php

namespace Async\Testing\PHPUnit;

/** Delays of the test take no time; with false they take their time. */
#[\Attribute(\Attribute::TARGET_METHOD | \Attribute::TARGET_CLASS)]
final class VirtualTime
{
    public function __construct(public readonly bool $isVirtual = true)
    {
    }
}
