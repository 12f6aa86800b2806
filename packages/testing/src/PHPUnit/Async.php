<?php

namespace Async\Testing\PHPUnit;

/** The test runs in a coroutine, with the virtual clock. On a class: each of its tests. */
#[\Attribute(\Attribute::TARGET_METHOD | \Attribute::TARGET_CLASS)]
final class Async
{
}
