<?php

declare(strict_types=1);

namespace Async\Symfony\Doctrine;

use Async\Doctrine\ORM\EntityManager as SharedEntityManager;
use Symfony\Component\VarExporter\LazyObjectInterface;

/**
 * The service of an entity manager. resetManager() of Doctrine's registry resets lazy objects: here, it gives the
 * current coroutine a new manager.
 */
final class EntityManager extends SharedEntityManager implements LazyObjectInterface
{
    public function isLazyObjectInitialized(bool $partial = false): bool
    {
        return true;
    }

    public function initializeLazyObject(): object
    {
        return $this;
    }

    public function resetLazyObject(): bool
    {
        $this->renew();

        return true;
    }
}
