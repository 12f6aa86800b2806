<?php

namespace Async\Testing\PHPUnit;

/** How one test runs: by its attributes, those of its class, and the environment. */
final class Settings
{
    public function __construct(
        public readonly int $runs = 0,
        public readonly ?int $seed = null,
        public readonly bool $virtualTime = true,
    ) {
    }

    /** NULL: none of the attributes is there, so the test is an ordinary one. */
    public static function of(object $test, string $method): ?self
    {
        $isAsync = self::find($test, $method, Async::class);
        $schedules = self::find($test, $method, Schedules::class);
        $time = self::find($test, $method, VirtualTime::class);
        if (!$isAsync && !$schedules && !$time) {
            return null;
        }
        $seed = self::number('ASYNC_SEED') ?? $schedules?->seed;
        $runs = $schedules ? self::number('ASYNC_SCHEDULES') ?? $schedules->runs : 0;
        return new self($seed === null ? $runs : 0, $seed, $time->isVirtual ?? true);
    }

    private static function find(object $test, string $method, string $attribute): ?object
    {
        $places = [new \ReflectionMethod($test, $method)];
        for ($class = new \ReflectionClass($test); $class; $class = $class->getParentClass()) {
            $places[] = $class;
        }
        foreach ($places as $place) {
            foreach ($place->getAttributes($attribute) as $found) {
                return $found->newInstance();
            }
        }
        return null;
    }

    private static function number(string $variable): ?int
    {
        $value = getenv($variable);
        return is_string($value) && ctype_digit($value) ? (int) $value : null;
    }
}
