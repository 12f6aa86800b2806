<?php

declare(strict_types=1);

namespace Async\Symfony\DependencyInjection;

use Async\Doctrine\ORM\EntityManager as SharedEntityManager;
use Async\Symfony\Doctrine\EntityManager;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Exception\LogicException;

/** Gives each coroutine entity managers of its own, on the connections that have a pool. */
final class EntityManagersPass implements CompilerPassInterface
{
    public const TAG = 'async.doctrine.entity_manager';

    public function process(ContainerBuilder $container): void
    {
        /** @var array{enabled: bool, entity_managers: bool} $config */
        $config = $container->getParameter('async.doctrine');
        $isWanted = $config['enabled'] && $config['entity_managers'];
        // Without Doctrine ORM there is no such parameter.
        if (!$isWanted || !$container->hasParameter('doctrine.entity_managers')) {
            return;
        }
        /** @var array<string, string> $services */
        $services = $container->getParameter('doctrine.entity_managers');
        foreach ($services as $service) {
            $definition = $container->findDefinition($service);
            $connection = $container->findDefinition((string) $definition->getArgument(0));
            if ($connection->hasTag(PooledConnectionsPass::TAG)) {
                $this->change($definition);
            }
        }
    }

    private function change(Definition $definition): void
    {
        if (!class_exists(SharedEntityManager::class)) {
            throw new LogicException(
                'async.doctrine needs a package for the entity managers: composer require async/doctrine-orm',
            );
        }
        // The configurator enables the filters, for each manager that is made.
        $definition->setArgument(3, $definition->getConfigurator());
        $definition->setConfigurator(null);
        $definition->setClass(EntityManager::class);
        // It makes nothing before it is used.
        $definition->setLazy(false);
        $definition->addTag(self::TAG);
    }
}
