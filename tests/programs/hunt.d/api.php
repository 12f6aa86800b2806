<?php
/*
 * Actions that call all functions and methods of the extension with random arguments, as reflection finds them, and that
 * use its objects in all other ways that PHP has. A call may wait for ever: such a program ends with a deadlock report.
 */

use Async\{AsyncCancellation, BoundedScope, Channel, CompositeException, Context, Coroutine, Future, FutureState, Key};
use Async\{Mutex, Pool, Scope, ScopeProvider, Semaphore, SpawnStrategy, TaskGroup, Timeout};

use function Async\{currentContext, currentCoroutine, currentScope, delay, globalScope, spawn, suspend, timeout};

class OwnCancellation extends AsyncCancellation
{
    public mixed $data = null;
}

class OwnScope extends BoundedScope
{
    public mixed $data = null;

    public function __destruct()
    {
        Program::oneOf(3) && suspend();
        Program::oneOf(3) || parent::__destruct();
    }
}

/** Each of its methods may wait or throw. */
final class OwnStrategy implements SpawnStrategy
{
    private static function disturb(): void
    {
        match (mt_rand(0, 7)) {
            0 => suspend(),
            1 => delay(1),
            2 => throw new Exception('by the strategy'),
            3 => currentCoroutine()->cancel(),
            default => null,
        };
    }

    public function provideScope(): ?Scope
    {
        self::disturb();
        return Api::value('?Async\Scope', 9);
    }

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        self::disturb();
        Program::oneOf(4) && $coroutine->cancel();
        Program::oneOf(4) && $scope->dispose();
        return Program::oneOf(2) ? [$coroutine] : [];
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        self::disturb();
        Program::oneOf(4) && $coroutine->cancel();
    }
}

/** What is called, with what, and what came of it. */
final class Api
{
    /* Of the objects that are kept for later calls. */
    private const MOST = 60;
    private const CLASSES = [Scope::class, BoundedScope::class, OwnScope::class, TaskGroup::class, Future::class,
        FutureState::class, Channel::class, Mutex::class, Semaphore::class, Pool::class, Timeout::class, Key::class,
        CompositeException::class, OwnStrategy::class];
    /* Waits for signals and files, and a supervisor, go on until the program ends; the others are no work for
     * coroutines. */
    private const NOT_CALLED = '/_|\\\\(signals?|supervise|transform|watch)$/i';

    public static Program $program;
    /** @var object[] without a type: PHP 8.2 frees the old value of a typed reference while it is still in place */
    private static $kept = [];

    /** @return ReflectionFunction[] */
    public static function functions(): array
    {
        static $functions;
        return $functions ??= array_filter((new ReflectionExtension('async'))->getFunctions(),
            fn($function) => !preg_match(self::NOT_CALLED, $function->name));
    }

    public static function keep(mixed $value): mixed
    {
        if (is_object($value)) {
            self::$kept[count(self::$kept) < self::MOST ? count(self::$kept) : mt_rand(0, self::MOST - 1)] = $value;
        }
        return $value;
    }

    public static function forget(): void
    {
        self::$kept = [];
    }

    public static function object(): object
    {
        return self::$program->pick(self::$kept) ?? self::make(9);
    }

    public static function make(int $depth): object
    {
        $class = new ReflectionClass(self::$program->pick(self::CLASSES));
        if (Program::oneOf(20) && !$class->isFinal()) {
            return self::keep($class->newInstanceWithoutConstructor());
        }
        $constructor = $class->getConstructor();
        return self::keep($class->newInstanceArgs($constructor ? self::arguments($constructor, $depth) : []));
    }

    public static function arguments(ReflectionFunctionAbstract $function, int $depth): array
    {
        $arguments = [];
        foreach ($function->getParameters() as $parameter) {
            if ($parameter->isOptional() && $parameter->name !== 'cancellation' && Program::oneOf(2)) {
                break;
            }
            $arguments[] = self::value((string) ($parameter->getType() ?? 'mixed'), $depth);
        }
        return $arguments;
    }

    public static function value(string $type, int $depth): mixed
    {
        if ($type === '?Async\Awaitable') { // a token
            return Program::oneOf(6) ? self::one(Async\Awaitable::class) : timeout(mt_rand(1, 4));
        }
        $names = explode('|', ltrim($type, '?'));
        if ($type[0] === '?' && Program::oneOf(3)) {
            return null;
        }
        $name = self::$program->pick($names);
        return match ($name) {
            'int' => self::$program->pick([-1, 0, 1, 1, 2, 3, 4]),
            'bool' => Program::oneOf(2),
            'string' => self::$program->pick(['a', 'b', '', '1']),
            'null' => null,
            'array' => self::several(),
            'iterable' => self::$program->pick([self::several(...), self::generator(...), self::object(...)])(),
            'callable', 'Closure' => self::callback($depth),
            'mixed' => self::$program->pick([self::object(...), fn() => mt_rand(), self::several(...), fn() => null])(),
            'object' => Program::oneOf(2) ? new Key('k') : self::object(),
            'Throwable' => self::$program->pick([new Exception('an argument'), new OwnCancellation('own'),
                new CompositeException, new Error('an error')]),
            AsyncCancellation::class => Program::oneOf(2) ? new AsyncCancellation : new OwnCancellation('own'),
            default => self::one($name),
        };
    }

    /** An object of a class or interface, when there is one among those that are kept. */
    private static function one(string $class): ?object
    {
        $fitting = array_filter(self::$kept, fn($object) => $object instanceof $class);
        return match (true) {
            (bool) $fitting => self::$program->pick($fitting),
            $class === Coroutine::class => self::$program->pick(self::$program->coroutines) ?? currentCoroutine(),
            $class === Scope::class => currentScope(),
            $class === ScopeProvider::class => new OwnStrategy,
            $class === Async\Awaitable::class => timeout(1),
            default => self::object(),
        };
    }

    private static function several(): array
    {
        $several = [];
        for ($i = mt_rand(0, 4); $i > 0; $i--) {
            $several[mt_rand(0, 1) ? $i : "k$i"] = Program::oneOf(25) ? self::object() : self::one(Async\Awaitable::class);
        }
        return $several;
    }

    private static function generator(): Generator
    {
        foreach (self::several() as $key => $value) {
            Program::oneOf(3) && suspend();
            yield $key => $value;
            Program::oneOf(10) && throw new Exception('by the generator');
        }
    }

    private static function callback(int $depth): Closure
    {
        $kind = mt_rand(0, 9);
        $object = self::object();
        return function (mixed ...$arguments) use ($kind, $object, $depth) {
            foreach ($arguments as $argument) {
                Program::oneOf(3) && self::keep($argument);
            }
            return match ($kind) {
                0 => suspend(),
                1 => delay(mt_rand(0, 2)),
                2 => Program::oneOf(6) && throw new Exception('by a callback'),
                3 => Program::oneOf(3) && currentCoroutine()->cancel(),
                4 => self::keep(spawn(fn() => $object)),
                5, 6 => $depth < MAX_DEPTH ? self::$program->act($depth + 2) : true,
                7 => false,
                8 => self::object(),
                9 => $object,
            };
        };
    }

    /** Calls that end the whole program are rare. */
    public static function call(ReflectionFunctionAbstract $function, ?object $object, int $depth): void
    {
        $is_end = preg_match('/gracefulShutdown$/', $function->name)
            || $object === globalScope() && preg_match('/^(cancel|dispose)/', $function->name);
        if ($is_end && !Program::oneOf(40)) {
            return;
        }
        try {
            $arguments = self::arguments($function, $depth);
            self::keep($object ? $object->{$function->name}(...$arguments) : $function->invokeArgs($arguments));
        } catch (AsyncCancellation $e) {
            throw $e;
        } catch (Error) {
            // refused
        }
    }

    public static function call_method(int $depth): void
    {
        $object = self::object();
        $methods = (new ReflectionObject($object))->getMethods(ReflectionMethod::IS_PUBLIC);
        $methods && self::call(self::$program->pick($methods), $object, $depth); // a Trigger has none
    }

    /** Everything that PHP does with an object without a call. */
    public static function use_object(): void
    {
        $object = self::object();
        try {
            match (mt_rand(0, 13)) {
                0 => print_r($object, true),
                1 => self::keep(clone $object),
                2 => serialize($object),
                3 => json_encode($object),
                4 => $object == self::object(),
                5 => $object <=> self::object(),
                6 => (array) $object,
                7 => get_object_vars($object),
                8 => count($object),
                9 => isset($object->context, $object->nothing) || $object->context,
                10 => $object->nothing = $object,
                11 => self::walk($object),
                12 => gc_collect_cycles(),
                13 => WeakReference::create($object)->get(),
            };
        } catch (Error) {
            // refused
        }
    }

    private static function walk(object $object): void
    {
        foreach ($object as $value) {
            self::keep($value);
            if (Program::oneOf(3)) {
                break;
            }
        }
    }
}

$function = function (Program $p, int $depth) {
    Api::$program = $p;
    Api::call($p->pick(Api::functions()), null, $depth);
};
$method = function (Program $p, int $depth) {
    Api::$program = $p;
    Api::call_method($depth);
};
$make = function (Program $p, int $depth) {
    Api::$program = $p;
    try {
        Api::make($depth);
    } catch (AsyncCancellation $e) {
        throw $e;
    } catch (Error) {
        // refused
    }
};

$quiet = function (Program $p, int $depth) {
    Api::$program = $p;
    $scope = Api::keep(new OwnScope);
    $scope->setExceptionHandler(fn() => Program::oneOf(5) && suspend());
    $scope->setChildScopeExceptionHandler(fn() => Program::oneOf(5) && suspend());
    $depth < MAX_DEPTH && $p->coroutines[] = $scope->spawn(fn() => $p->act($depth + 1));
};

return [
    'function' => $function,
    'function again' => $function,
    'function once more' => $function,
    'make' => $make,
    'make again' => $make,
    'method' => $method,
    'method again' => $method,
    'method once more' => $method,
    'method 4' => $method,
    'method 5' => $method,
    'method 6' => $method,
    'use an object' => function (Program $p) {
        Api::$program = $p;
        Api::use_object();
    },
    'keep' => function (Program $p) {
        Api::$program = $p;
        Api::keep($p->pick($p->scopes) ?? $p->mutex);
        Api::keep($p->pick($p->coroutines));
        Api::keep($p->pick([currentContext(), currentScope(), currentCoroutine(), $p->pick($p->channels)]));
    },
    'forget' => fn() => Program::oneOf(5) && Api::forget(),
    'where failures end' => $quiet,
    'where failures end again' => $quiet,
    'where failures end once more' => $quiet,
];
