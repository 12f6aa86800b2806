<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

/**
 * Generators of ordered ids keep the last one in static properties, and count on from it within a millisecond. An isolated
 * scope begins with a copy of them, so that two scopes would make the same ids.
 *
 * @internal
 */
final class UniqueIds
{
    private const GENERATORS = [
        \Symfony\Component\Uid\Ulid::class,
        \Symfony\Component\Uid\UuidV7::class,
        \Ramsey\Uuid\Generator\UnixTimeGenerator::class,
    ];

    private function __construct()
    {
    }

    /** To be called in the new scope: its first id is a random one. */
    public static function beginAnew(): void
    {
        foreach (self::GENERATORS as $class) {
            if (class_exists($class, false) && property_exists($class, 'time')) {
                (new \ReflectionProperty($class, 'time'))->setValue(null, '');
            }
        }
    }
}
