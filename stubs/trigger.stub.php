<?php

/** @generate-class-entries */

namespace Async;

/**
 * The awaitable that any(), all(), anyOf(), captureErrors() and ignoreErrors() make of other awaitables.
 *
 * It may fire many times, and several coroutines may await it. Its release does not affect its sources.
 *
 * @strict-properties
 * @not-serializable
 */
final class Trigger implements Awaitable
{
    private function __construct() {}
}
