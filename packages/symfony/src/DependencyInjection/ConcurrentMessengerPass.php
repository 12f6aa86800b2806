<?php

declare(strict_types=1);

namespace Async\Symfony\DependencyInjection;

use Async\Symfony\Messenger\ConsumeCommand;
use Async\Symfony\Messenger\DispatchAfterCurrentBus;
use Async\Symfony\Messenger\FreshDoctrine;
use Async\Symfony\Messenger\IsolatedRoutableBus;
use Async\Symfony\Messenger\SharedReceivers;
use Symfony\Component\DependencyInjection\Argument\IteratorArgument;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Exception\LogicException;
use Symfony\Component\DependencyInjection\Reference;

/** Makes messenger:consume handle many messages at once, if the configuration asks for it. */
final class ConcurrentMessengerPass implements CompilerPassInterface
{
    private const COMMAND = 'console.command.messenger_consume_messages';
    private const BUS = 'messenger.routable_message_bus';
    private const DISPATCH_AFTER = 'messenger.middleware.dispatch_after_current_bus';

    public function process(ContainerBuilder $container): void
    {
        /** @var array{concurrency: int, isolated: bool} $config */
        $config = $container->getParameter('async.messenger');
        if ($config['concurrency'] > 1) {
            if (!$container->hasDefinition(self::COMMAND)) {
                throw new LogicException('async.messenger needs Messenger: enable framework.messenger.');
            }
            $this->change($container->getDefinition(self::COMMAND), $container, $config);
            $this->separateMessages($container);
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

    /** What would be one for all messages, although each message needs its own. */
    private function separateMessages(ContainerBuilder $container): void
    {
        if ($container->hasDefinition(self::DISPATCH_AFTER)) {
            $container->getDefinition(self::DISPATCH_AFTER)->setClass(DispatchAfterCurrentBus::class);
        }
        $managers = $this->tagged($container, EntityManagersPass::TAG);
        $connections = $this->tagged($container, PooledConnectionsPass::TAG);
        $container->register('async.messenger.fresh_doctrine', FreshDoctrine::class)
            ->setArguments([$managers, $connections])
            ->addTag('kernel.event_subscriber');
    }

    /** Those of the services with this tag that the container has made so far. */
    private function tagged(ContainerBuilder $container, string $tag): IteratorArgument
    {
        return new IteratorArgument(array_map(
            static fn (string $id) => new Reference($id, ContainerInterface::IGNORE_ON_UNINITIALIZED_REFERENCE),
            array_keys($container->findTaggedServiceIds($tag)),
        ));
    }
}
