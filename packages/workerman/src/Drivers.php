<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\Scope;
use ReflectionProperty;
use Workerman\Coroutine;
use Workerman\Coroutine\Barrier;
use Workerman\Coroutine\Channel\Memory;
use Workerman\Coroutine\WaitGroup;

/**
 * Tells the classes of workerman/coroutine to use our coroutines. They choose a driver by the class of the event loop,
 * and know those for fibers, Swoole and Swow.
 *
 * @internal
 */
final class Drivers
{
    private const PROPERTIES = [
        [Coroutine::class, 'driverClass', CoroutineDriver::class],
        [WaitGroup::class, 'driverClass', WaitGroupDriver::class],
        [Barrier::class, 'driver', BarrierDriver::class],
    ];

    /** @param Scope $scope of the coroutines that Workerman\Coroutine makes */
    public static function install(Scope $scope): void
    {
        if (!class_exists(Coroutine::class)) {
            return;
        }
        CoroutineContext::install();
        CoroutineDriver::install($scope);
        foreach (self::PROPERTIES as [$class, $property, $driver]) {
            class_exists($class) && (new ReflectionProperty($class, $property))->setValue(null, $driver);
        }
        // The one that Workerman\Coroutine\Channel makes for event loops that it does not know.
        class_exists(Memory::class, false) || class_alias(ChannelDriver::class, Memory::class);
    }
}
