<?php

namespace Async\OpenTelemetry;

use Async\AsyncException;
use Async\Coroutine;
use OpenTelemetry\Context\Context;
use OpenTelemetry\Context\ContextInterface;
use OpenTelemetry\Context\ContextStorageHead;
use OpenTelemetry\Context\ContextStorageHeadAware;
use OpenTelemetry\Context\ContextStorageInterface;
use OpenTelemetry\Context\ContextStorageNode;
use OpenTelemetry\Context\ContextStorageScopeInterface;
use OpenTelemetry\Context\ExecutionContextAwareInterface;

use function Async\currentCoroutine;
use function Async\onSpawn;

/**
 * Each coroutine, and each Fiber in it, has a stack of active scopes of its own. The stack of a coroutine begins with
 * what was current where it was spawned, that of a Fiber with what is current where it is first used.
 */
final class CoroutineStorage implements ContextStorageInterface, ContextStorageHeadAware, ExecutionContextAwareInterface
{
    private static ?self $registered = null;

    /** @var \WeakMap<object, ContextStorageHead> the tops of the stacks, by Coroutine or Fiber */
    private \WeakMap $heads;

    /** That of the main script: shutdown functions and destructors at the end use it. */
    private ContextStorageHead $first;

    public function __construct()
    {
        $this->heads = new \WeakMap();
        $this->first = $this->heads[currentCoroutine()] = new ContextStorageHead($this);
    }

    /** Make it the storage of OpenTelemetry. What is current at this place stays so. */
    public static function register(): void
    {
        if (self::$registered === null) {
            $storage = self::$registered = new self();
            $storage->attach(Context::getCurrent());
            Context::setStorage($storage);
            onSpawn(static function (Coroutine $spawned) use ($storage): void {
                $storage->heads[$spawned] = clone $storage->head();
            });
        }
    }

    /** A stack that is a copy of another one has the current context of that one, and none of its scopes. */
    public function head(): ContextStorageHead
    {
        try {
            $head = $this->heads[currentCoroutine()] ??= new ContextStorageHead($this);
        } catch (AsyncException) {
            $head = $this->first;
        }
        $fiber = \Fiber::getCurrent();
        return $fiber ? $this->heads[$fiber] ??= clone $head : $head;
    }

    public function scope(): ?ContextStorageScopeInterface
    {
        $head = $this->head();
        return $head->node?->head === $head ? $head->node : null;
    }

    public function current(): ContextInterface
    {
        return $this->head()->node->context ?? Context::getRoot();
    }

    public function attach(ContextInterface $context): ContextStorageScopeInterface
    {
        $head = $this->head();
        return $head->node = new ContextStorageNode($context, $head, $head->node);
    }

    /* Coroutines are followed without these. */

    public function fork(int|string $id): void
    {
    }

    public function switch(int|string $id): void
    {
    }

    public function destroy(int|string $id): void
    {
    }
}
