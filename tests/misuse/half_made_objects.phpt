--TEST--
Each method of each class on objects that are half made, made twice or done, and each use of PHP of them (TG-01, P10)
--INI--
error_reporting=24575
--FILE--
<?php
require __DIR__ . '/../inc/holders.inc';
use Async\{AsyncCancellation, Channel, Context, Coroutine, Future, FutureState, Pool, Scope, TaskGroup};
use function Async\{await, delay, spawn, suspend};

/* An argument for a parameter; NULL is given where PHP warns about it. */
function argument(ReflectionParameter $parameter): mixed
{
    $type = ltrim((string) $parameter->getType(), '?');
    return match (true) {
        $type === 'int' => 1,
        $type === 'float' => 1.0,
        $type === 'bool' => true,
        $type === 'string', $type === 'object|string', $type === 'string|object' => 'key',
        $type === 'string|int' => 'key',
        $type === 'callable', $type === 'Closure' => fn() => 1,
        $type === 'array', str_contains($type, 'iterable'), str_contains($type, 'Traversable') => [Future::completed(1)],
        $type === Coroutine::class => spawn(fn() => 1),
        $type === Scope::class => new Scope,
        $type === FutureState::class => new FutureState,
        $type === AsyncCancellation::class => new AsyncCancellation,
        $type === Throwable::class => new Exception,
        str_contains($type, 'Awaitable') => Future::completed(1),
        str_contains($type, 'mixed'), $type === '' => new stdClass,
        default => null,
    };
}

function arguments(ReflectionMethod $method, bool $all): array
{
    $arguments = [];
    foreach ($method->getParameters() as $parameter) {
        if (!$parameter->isVariadic() && ($all || !$parameter->isOptional())) {
            $arguments[] = argument($parameter);
        }
    }
    return $arguments;
}

/* Run in a coroutine that is cancelled when it waits for ever. */
function in_time(Closure $function): void
{
    $coroutine = spawn(function () use ($function) {
        ob_start();
        try {
            $function();
        } catch (Throwable) {
        } finally {
            ob_end_clean();
        }
    });
    for ($round = 0; $round < 5 && !$coroutine->isCompleted(); $round++) {
        suspend();
    }
    $coroutine->cancel();
    try {
        await($coroutine);
    } catch (Throwable) {
    }
}

/* Everything that PHP does with objects without their methods. */
$uses = [
    'serialize' => fn($o) => unserialize(serialize($o)),
    'clone' => fn($o) => clone $o,
    'var_dump' => fn($o) => var_dump($o),
    'print_r' => fn($o) => print_r($o, true),
    'var_export' => fn($o) => var_export($o, true),
    'json' => fn($o) => json_encode($o),
    'array' => fn($o) => (array) $o,
    'string' => fn($o) => (string) $o,
    'bool' => fn($o) => (bool) $o,
    'int' => fn($o) => (int) $o,
    'equal' => fn($o) => $o == $o,
    'equal to another' => fn($o) => $o == (new ReflectionObject($o))->newInstanceWithoutConstructor(),
    'less' => fn($o) => $o <=> $o,
    'iterate' => function ($o) {
        foreach ($o as $key => $value) {
            break;
        }
    },
    'generator' => fn($o) => iterator_to_array((function () use ($o) { yield from $o; })()),
    'count' => fn($o) => count($o),
    'call' => fn($o) => $o(),
    'offset' => fn($o) => $o[0],
    'read' => fn($o) => [$o->missing, isset($o->context), $o->context ?? null],
    'write' => fn($o) => $o->missing = 1,
    'unset' => function ($o) {
        unset($o->context, $o->description, $o->missing);
    },
    'properties' => fn($o) => get_object_vars($o),
    'reflection' => function ($o) {
        foreach ((new ReflectionObject($o))->getProperties() as $property) {
            if ($property->isInitialized($o)) {
                $property->getValue($o);
            }
        }
    },
    'write by reflection' => function ($o) {
        foreach ((new ReflectionObject($o))->getProperties() as $property) {
            try {
                $property->setValue($o, null);
            } catch (Throwable) {
            }
        }
    },
    'walk' => fn($o) => array_walk($o, fn() => 1),
    'map' => function ($o) {
        $map = new WeakMap;
        $map[$o] = $o;
        $set = new SplObjectStorage;
        $set[$o] = $map;
    },
    'await' => fn($o) => await($o, Async\timeout(1)),
    'any' => fn($o) => await(Async\any([$o]), Async\timeout(1)),
    'token' => fn($o) => await(new Future(new FutureState), $o),
    'select' => fn($o) => Async\select([$o], Async\timeout(1)),
    'spawnWith' => fn($o) => Async\spawnWith($o, fn() => 1),
    'gc' => fn($o) => gc_collect_cycles(),
    'closure' => fn($o) => (function () { return $this; })->bindTo($o, null)(),
    'generator that is left' => fn($o) => (function () use ($o) { yield $o; })()->current(),
];

function use_everything(Closure $make): void
{
    global $uses;
    $class = new ReflectionObject($make());
    foreach ($class->getMethods() as $method) {
        foreach ([false, true] as $all) {
            $object = $make();
            in_time(fn() => $method->invokeArgs($object, arguments($method, $all)));
            /* Once more, and then all that tells something. */
            in_time(fn() => $method->invokeArgs($object, arguments($method, $all)));
            foreach ($class->getMethods() as $other) {
                if ($other->getNumberOfRequiredParameters() === 0 && preg_match('~^(is|get|has|count)~', $other->getName())) {
                    in_time(fn() => $other->invoke($object));
                }
            }
            unset($object);
        }
    }
    foreach ($uses as $use) {
        $object = $make();
        in_time(fn() => $use($object));
        unset($object);
    }
    suspend();
}

/* The object that a constructor is about to make, by the warning about a NULL argument: in the middle of the
 * constructor, and after it has failed. */
function caught_in_constructor(ReflectionClass $class, ?Closure $meanwhile): ?object
{
    $seen = null;
    $constructor = $class->getConstructor();
    foreach ($constructor->getParameters() as $position => $parameter) {
        if ($parameter->allowsNull() || !in_array((string) $parameter->getType(), ['int', 'bool', 'string', 'float'])) {
            continue;
        }
        $arguments = [];
        foreach ($constructor->getParameters() as $i => $other) {
            if ($i > $position && !$parameter->isOptional()) {
                break;
            }
            $arguments[] = $other->allowsNull() ? null : ($i < $position ? argument($other) : null);
        }
        set_error_handler(function () use (&$seen, $class, $meanwhile) {
            foreach (debug_backtrace() as $frame) {
                $object = $frame['object'] ?? null;
                if ($object && $class->isInstance($object) && $seen === null) {
                    $seen = $object;
                    $meanwhile && $meanwhile($object);
                }
            }
            return true;
        });
        try {
            $class->newInstanceArgs($arguments);
        } catch (Throwable) {
        } finally {
            restore_error_handler();
        }
        if ($seen) {
            return $seen;
        }
    }
    return null;
}

function lead(): Lead
{
    return leads()['a variable of a closure'](new Value);
}

$only = $argv[1] ?? null;
set_error_handler(fn() => true);
await(spawn(function () use ($only, $uses) {
    foreach (async_classes() as $class) {
        if ($only && $only !== $class->getShortName()) {
            continue;
        }
        /* A subclass whose constructor does not call that of the parent. */
        if (!$class->isFinal() && !class_exists($half = 'Half' . $class->getShortName(), false)) {
            eval("class $half extends \\{$class->getName()} { public function __construct() {} }");
            use_everything(fn() => new $half);
            use_everything(fn() => (new ReflectionClass($half))->newInstanceWithoutConstructor());
        }
        try {
            $class->newInstanceWithoutConstructor();
            use_everything(fn() => $class->newInstanceWithoutConstructor());
        } catch (ReflectionException) {
        }
        if ($class->getConstructor()?->isPublic() && caught_in_constructor($class, null)) {
            use_everything(fn() => caught_in_constructor($class, null));
            /* Another coroutine uses the object while the constructor waits. */
            foreach ($class->getMethods() as $method) {
                caught_in_constructor($class, function ($object) use ($method) {
                    in_time(fn() => $method->invokeArgs($object, arguments($method, false)));
                });
            }
            foreach ($uses as $use) {
                caught_in_constructor($class, function ($object) use ($use) {
                    in_time(fn() => $use($object));
                });
            }
        }
        suspend();
    }
    /* Objects that are done, and those whose constructor is called once more. */
    foreach (holders() as $name => $make) {
        if (!$only || str_starts_with($name, "$only,")) {
            use_everything(fn() => $make(lead()));
        }
    }
}));
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
done
