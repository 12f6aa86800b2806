<?php

declare(strict_types=1);

namespace Async\Symfony;

use Async\Symfony\DependencyInjection\ConcurrentMessengerPass;
use Async\Symfony\DependencyInjection\EntityManagersPass;
use Async\Symfony\DependencyInjection\PooledConnectionsPass;
use Symfony\Component\Config\Definition\Configurator\DefinitionConfigurator;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Bundle\AbstractBundle;

/**
 * The bundle: messenger:consume handles many messages at once, Doctrine's connections are pools, and each coroutine has
 * entity managers of its own.
 *
 * Without the extension it changes nothing: the same application runs on stock PHP.
 */
final class AsyncBundle extends AbstractBundle
{
    public function configure(DefinitionConfigurator $definition): void
    {
        $definition->rootNode()
            ->children()
                ->arrayNode('messenger')
                    ->addDefaultsIfNotSet()
                    ->children()
                        ->integerNode('concurrency')
                            ->info('How many messages messenger:consume handles at once; 1 is Messenger\'s own command')
                            ->min(1)
                            ->defaultValue(1)
                        ->end()
                        ->booleanNode('isolated')
                            ->info('Handle each message in an isolated scope: with static and global state of its own')
                            ->defaultFalse()
                        ->end()
                    ->end()
                ->end()
                ->arrayNode('doctrine')
                    ->canBeEnabled()
                    ->children()
                        ->arrayNode('connections')
                            ->info('Names of the connections that get a pool; all of them by default')
                            ->scalarPrototype()->end()
                        ->end()
                        ->booleanNode('entity_managers')
                            ->info('Give each coroutine entity managers of its own, on these connections')
                            ->defaultTrue()
                        ->end()
                        ->arrayNode('pool')
                            ->info('Settings of the pool: max, min, idleTimeout, maxLifetime …')
                            ->normalizeKeys(false)
                            ->scalarPrototype()->end()
                        ->end()
                    ->end()
                ->end()
            ->end();
    }

    /** @param array<string, mixed> $config */
    public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
    {
        $builder->setParameter('async.messenger', $config['messenger']);
        $builder->setParameter('async.doctrine', $config['doctrine']);
    }

    public function build(ContainerBuilder $container): void
    {
        if (\extension_loaded('async')) {
            // After the passes of FrameworkBundle and DoctrineBundle, which complete the services.
            foreach ([new PooledConnectionsPass(), new EntityManagersPass(), new ConcurrentMessengerPass()] as $pass) {
                $container->addCompilerPass($pass, PassConfig::TYPE_BEFORE_OPTIMIZATION, -10);
            }
        }
    }
}
