<?php

declare(strict_types=1);

namespace Async\Symfony\DependencyInjection;

use Async\Doctrine\DBAL\Connection;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Exception\LogicException;

/** Makes Doctrine's connections pools, if the configuration asks for it. */
final class PooledConnectionsPass implements CompilerPassInterface
{
    public const TAG = 'async.doctrine.connection';

    public function process(ContainerBuilder $container): void
    {
        /** @var array{enabled: bool, connections: list<string>, pool: array<string, mixed>} $config */
        $config = $container->getParameter('async.doctrine');
        if (!$config['enabled']) {
            return;
        }
        if (!class_exists(Connection::class)) {
            throw new LogicException('async.doctrine needs a package: composer require async/doctrine-dbal');
        }
        if (!$container->hasParameter('doctrine.connections')) {
            throw new LogicException('async.doctrine needs DoctrineBundle with the configuration doctrine.dbal.');
        }
        /** @var array<string, string> $services */
        $services = $container->getParameter('doctrine.connections');
        foreach ($config['connections'] ?: array_keys($services) as $name) {
            if (!isset($services[$name])) {
                throw new LogicException("async.doctrine.connections: there is no connection \"$name\".");
            }
            $definition = $container->findDefinition($services[$name]);
            $params = $definition->getArgument(0);
            $params['wrapperClass'] = Connection::class;
            // The name: containers that are made for each request share the pool.
            $params['driverOptions']['async.pool'] = $config['pool'] + ['name' => "doctrine.$name"];
            $definition->replaceArgument(0, $params);
            $definition->addTag(self::TAG);
        }
    }
}
