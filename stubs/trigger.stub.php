<?php

/** @generate-class-entries */

namespace Async;

/**
 * What any(), all(), anyOf(), captureErrors() and ignoreErrors() return: an awaitable made of others.
 *
 * It may fire many times, and several may await it. Whoever drops it leaves its sources alone.
 *
 * @strict-properties
 * @not-serializable
 */
final class Trigger implements Awaitable
{
    private function __construct() {}
}
