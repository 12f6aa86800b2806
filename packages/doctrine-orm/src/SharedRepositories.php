<?php

namespace Async\Doctrine\ORM;

use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\EntityRepository;
use Doctrine\ORM\Repository\RepositoryFactory;

/**
 * Gives each repository the shared entity manager, whichever manager asks for it: a service may keep a repository for
 * many coroutines, and a factory, which keeps repositories for ever, does not keep the manager of one coroutine.
 *
 * @internal
 */
final class SharedRepositories implements RepositoryFactory
{
    public function __construct(
        private readonly RepositoryFactory $factory,
        private readonly EntityManagerInterface $shared,
    ) {
    }

    public function getRepository(EntityManagerInterface $entityManager, $entityName): EntityRepository
    {
        return $this->factory->getRepository($this->shared, $entityName);
    }
}
