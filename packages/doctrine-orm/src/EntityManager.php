<?php

namespace Async\Doctrine\ORM;

use Async\AsyncException;
use Async\Coroutine;
use Closure;
use Doctrine\Common\EventManager;
use Doctrine\DBAL\Connection;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\Decorator\EntityManagerDecorator;
use Doctrine\ORM\EntityManager as StockEntityManager;
use Doctrine\ORM\EntityRepository;
use Doctrine\ORM\Mapping\ClassMetadata;
use Doctrine\ORM\Mapping\ClassMetadataFactory;
use Doctrine\ORM\Repository\RepositoryFactory;
use WeakMap;

use function Async\currentCoroutine;

/**
 * An entity manager for many coroutines: each has one of Doctrine's own, from its first use until the coroutine ends.
 * The mapping of the classes is read once, for all of them.
 *
 * The property $wrapped of Doctrine's decorator is unset, so that PHP asks __get() for it, and this has a manager for
 * each coroutine.
 */
class EntityManager extends EntityManagerDecorator
{
    /** @var WeakMap<Coroutine, StockEntityManager> */
    private WeakMap $managers;
    private ?StockEntityManager $managerAfterCoroutines = null;
    private readonly Configuration $configuration;
    private readonly RepositoryFactory $repositories;
    private ?ClassMetadataFactory $metadata = null;

    /**
     * @param Connection $connection one for many coroutines: Async\Doctrine\DBAL\Connection
     * @param EventManager|null $events its listeners are for all coroutines
     * @param callable(StockEntityManager): mixed|null $configure is called with each new manager, to enable filters
     */
    public function __construct(
        private readonly Connection $connection,
        Configuration $configuration,
        private readonly ?EventManager $events = null,
        private readonly mixed $configure = null,
    ) {
        unset($this->wrapped);
        $this->managers = new WeakMap();
        $this->repositories = new SharedRepositories($configuration->getRepositoryFactory(), $this);
        $this->configuration = clone $configuration;
        $this->configuration->setRepositoryFactory($this->repositories);
    }

    /** Doctrine's decorator asks for $wrapped, and for nothing else. */
    public function __get(string $property): StockEntityManager
    {
        try {
            return $this->managers[currentCoroutine()] ??= $this->make();
        } catch (AsyncException) {
            /* A shutdown function, or a destructor at the end. */
            return $this->managerAfterCoroutines ??= $this->make();
        }
    }

    /**
     * The next call of the current coroutine has a new manager: open, without entities, with the filters of the
     * configuration. What the old one has not flushed is forgotten. The managers of other coroutines stay.
     */
    public function renew(): void
    {
        /* Its entities would wait for the garbage collector. */
        $this->current()?->clear();
        try {
            unset($this->managers[currentCoroutine()]);
        } catch (AsyncException) {
            $this->managerAfterCoroutines = null;
        }
    }

    /* What needs no manager does not make one. */

    public function clear(): void
    {
        $this->current()?->clear();
    }

    public function isOpen(): bool
    {
        return $this->current()?->isOpen() ?? true;
    }

    public function contains(object $object): bool
    {
        return $this->current()?->contains($object) ?? false;
    }

    public function getRepository($className): EntityRepository
    {
        return $this->repositories->getRepository($this, $className);
    }

    public function getConnection(): Connection
    {
        return $this->connection;
    }

    public function getConfiguration(): Configuration
    {
        return $this->configuration;
    }

    public function getMetadataFactory(): ClassMetadataFactory
    {
        /* A manager for it alone: the factory keeps its manager. */
        return $this->metadata ??= $this->makeStock()->getMetadataFactory();
    }

    public function getClassMetadata($className): ClassMetadata
    {
        return $this->getMetadataFactory()->getMetadataFor($className);
    }

    /** The manager of the current coroutine, if it has one. */
    private function current(): ?StockEntityManager
    {
        try {
            return $this->managers[currentCoroutine()] ?? null;
        } catch (AsyncException) {
            return $this->managerAfterCoroutines;
        }
    }

    private function make(): StockEntityManager
    {
        $metadata = $this->getMetadataFactory();
        $manager = $this->makeStock();
        Closure::bind(fn() => $this->metadataFactory = $metadata, $manager, StockEntityManager::class)();
        $this->configure && ($this->configure)($manager);
        return $manager;
    }

    private function makeStock(): StockEntityManager
    {
        return new StockEntityManager($this->connection, $this->configuration, $this->events);
    }
}
