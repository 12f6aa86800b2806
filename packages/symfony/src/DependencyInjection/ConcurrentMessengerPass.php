<?php

declare(strict_types=1);

namespace Async\Symfony\DependencyInjection;

use Async\Symfony\Messenger\ConsumeCommand;
use Async\Symfony\Messenger\IsolatedRoutableBus;
use Async\Symfony\Messenger\SharedReceivers;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Exception\LogicException;
use Symfony\Component\DependencyInjection\Reference;

/** Makes messenger:consume handle many messages at once, if the configuration asks for it. */
final class ConcurrentMessengerPass implements CompilerPassInterface
{
    private const COMMAND = 'console.command.messenger_consume_messages';
    private const BUS = 'messenger.routable_message_bus';

    public function process(ContainerBuilder $container): void
    {
        /** @var array{concurrency: int, isolated: bool} $config */
        $config = $container->getParameter('async.messenger');
        if ($config['concurrency'] > 1) {
            if (!$container->hasDefinition(self::COMMAND)) {
                throw new LogicException('async.messenger needs Messenger: enable framework.messenger.');
            }
            $this->change($container->getDefinition(self::COMMAND), $container, $config);
        }
    }

    /** @param array{concurrency: int, isolated: bool} $config */
    private function change(Definition $command, ContainerBuilder $container, array $config): void
    {
        $receivers = new Definition(SharedReceivers::class, [$command->getArgument(1)]);
        $container->setDefinition('async.messenger.receivers', $receivers);
        $command->setClass(ConsumeCommand::class);
        $command->replaceArgument(1, new Reference('async.messenger.receivers'));
        // A reset after each message would reset the services that the other messages use.
        $command->replaceArgument(5, null);
        $command->addMethodCall('handleAtOnce', [
            $config['concurrency'], new Reference('event_dispatcher'), new Reference('async.messenger.receivers'),
        ]);
        if ($config['isolated']) {
            $bus = clone $container->findDefinition(self::BUS);
            $container->setDefinition('async.messenger.bus', $bus->setClass(IsolatedRoutableBus::class));
            $command->replaceArgument(0, new Reference('async.messenger.bus'));
        }
    }
}
