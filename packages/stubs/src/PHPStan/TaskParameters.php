<?php

declare(strict_types=1);

namespace Async\Stubs\PHPStan;

use Async\{BoundedScope, Scope as AsyncScope, TaskGroup};
use PhpParser\Node\Arg;
use PhpParser\Node\Expr\{FuncCall, MethodCall};
use PHPStan\Analyser\Scope;
use PHPStan\Reflection\{FunctionReflection, MethodReflection, ParameterReflection, PassedByReference};
use PHPStan\Reflection\Native\NativeParameterReflection;
use PHPStan\Type\{ClosureType, FunctionParameterClosureTypeExtension, MethodParameterClosureTypeExtension, MixedType, Type};

/**
 * A closure that is spawned is called with the further arguments of the call: its parameters have their types.
 */
final class TaskParameters implements FunctionParameterClosureTypeExtension, MethodParameterClosureTypeExtension
{
    /* The number of parameters up to the closure. */
    private const FUNCTIONS = [
        'async\spawn' => 1, 'async\syntax\spawn' => 1,
        'async\spawnwith' => 2, 'async\spawn_with' => 2, 'async\syntax\spawnwith' => 2,
    ];
    private const METHODS = [
        AsyncScope::class => ['spawn' => 1],
        BoundedScope::class => ['spawnandbound' => 1],
        TaskGroup::class => ['spawn' => 1, 'spawnwithkey' => 2],
    ];
    private const NAMES = ['task', 'callable', 'coroutine', 'spawned_callable'];

    public function isFunctionSupported(FunctionReflection $function, ParameterReflection $parameter): bool
    {
        return isset(self::FUNCTIONS[strtolower($function->getName())]) && in_array($parameter->getName(), self::NAMES, true);
    }

    public function getTypeFromFunctionCall(
        FunctionReflection $function,
        FuncCall $call,
        ParameterReflection $parameter,
        Scope $scope
    ): ?Type {
        return $this->closure($call->getArgs(), self::FUNCTIONS[strtolower($function->getName())], $scope);
    }

    public function isMethodSupported(MethodReflection $method, ParameterReflection $parameter): bool
    {
        return $this->argumentsBefore($method) !== null && in_array($parameter->getName(), self::NAMES, true);
    }

    public function getTypeFromMethodCall(
        MethodReflection $method,
        MethodCall $call,
        ParameterReflection $parameter,
        Scope $scope
    ): ?Type {
        return $this->closure($call->getArgs(), (int) $this->argumentsBefore($method), $scope);
    }

    private function argumentsBefore(MethodReflection $method): ?int
    {
        return self::METHODS[$method->getDeclaringClass()->getName()][strtolower($method->getName())] ?? null;
    }

    /** @param Arg[] $arguments */
    private function closure(array $arguments, int $before, Scope $scope): ClosureType
    {
        $parameters = [];
        foreach (array_slice($arguments, $before) as $argument) {
            if ($argument->unpack || $argument->name !== null) {
                // Which parameters get them is not known here.
                $parameters = [$this->parameter(new MixedType(), true)];
                break;
            }
            $parameters[] = $this->parameter($scope->getType($argument->value), false);
        }
        return new ClosureType($parameters, new MixedType());
    }

    private function parameter(Type $type, bool $isVariadic): NativeParameterReflection
    {
        return new NativeParameterReflection('argument', false, $type, PassedByReference::createNo(), $isVariadic, null);
    }
}
