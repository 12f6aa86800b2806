<?php

declare(strict_types=1);

namespace Async\Workerman;

use ArrayObject;
use Fiber;
use WeakMap;
use Workerman\Coroutine\Context;

use function Async\currentCoroutine;

/**
 * What Workerman\Coroutine\Context keeps: values of each coroutine. Workerman's own ones know fibers, Swoole and Swow.
 *
 * @internal
 */
final class CoroutineContext extends Context
{
    /** @var WeakMap<object, ArrayObject> */
    private static WeakMap $contexts;

    public static function install(): void
    {
        self::$contexts = new WeakMap();
        Context::$driver = self::class;
    }

    public static function get(?string $name = null, mixed $default = null): mixed
    {
        return $name === null ? self::values() : self::values()[$name] ?? $default;
    }

    public static function set(string $name, $value): void
    {
        self::values()[$name] = $value;
    }

    public static function has(string $name): bool
    {
        return self::values()->offsetExists($name);
    }

    public static function reset(?ArrayObject $data = null): void
    {
        $data?->setFlags(ArrayObject::ARRAY_AS_PROPS);
        self::$contexts[self::owner()] = $data ?? new ArrayObject([], ArrayObject::ARRAY_AS_PROPS);
    }

    public static function destroy(): void
    {
        unset(self::$contexts[self::owner()]);
    }

    private static function values(): ArrayObject
    {
        return self::$contexts[self::owner()] ??= new ArrayObject([], ArrayObject::ARRAY_AS_PROPS);
    }

    private static function owner(): object
    {
        return Fiber::getCurrent() ?? currentCoroutine();
    }
}
