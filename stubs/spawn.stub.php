<?php

/** @generate-class-entries */

namespace Async;

/** Names the scope in which spawnWith() makes a coroutine. */
interface ScopeProvider
{
    /** The scope, NULL for the current one. */
    public function provideScope(): ?Scope;
}

/** A provider whose hooks spawnWith() calls before and after it queues a coroutine. */
interface SpawnStrategy extends ScopeProvider
{
    /**
     * Called when the coroutine exists but is not queued yet. A cancellation here prevents its start.
     *
     * @return array options for the scheduler: "hiPriority" => true puts it to the front, "later" => true lets the
     *     strategy start it later; unknown options are ignored
     */
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array;

    /** Called when the coroutine is queued and has not started. */
    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void;
}

/**
 * The strategy that hiPriority() returns.
 *
 * @strict-properties
 * @not-serializable
 */
final class HiPriorityStrategy implements SpawnStrategy
{
    private ?Scope $scope = null;

    private function __construct() {}

    public function provideScope(): ?Scope {}

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {}

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {}
}
