<?php

declare(strict_types=1);

namespace Async\Stubs\PHPStan;

use Async\{Awaitable, Coroutine, Future, Scope as AsyncScope, TaskGroup};
use PhpParser\Node;
use PhpParser\Node\Expr\{CallLike, FuncCall, MethodCall, NullsafeMethodCall};
use PhpParser\Node\{Identifier, Name};
use PHPStan\Analyser\Scope;
use PHPStan\Reflection\ReflectionProvider;
use PHPStan\Rules\{Rule, RuleErrorBuilder};
use PHPStan\Type\{MixedType, NeverType, ObjectType, Type, TypeCombinator, VerbosityLevel};

/**
 * Finds a call whose awaitable is thrown away although it has a result: the await() was forgotten.
 *
 * A coroutine of a scope or of a task group has an owner that waits for it. An awaitable without a result, or with an
 * unknown one, is not reported.
 *
 * @implements Rule<Node\Stmt\Expression>
 */
final class ForgottenAwaitRule implements Rule
{
    /* Methods that return their object. */
    private const FLUENT = ['setname', 'ashipriority'];

    /* Functions whose coroutine belongs to what is named by the first argument. */
    private const SPAWNS_ELSEWHERE = ['async\spawnwith', 'async\spawn_with', 'async\syntax\spawnwith'];

    public function __construct(private readonly ReflectionProvider $reflections)
    {
    }

    public function getNodeType(): string
    {
        return Node\Stmt\Expression::class;
    }

    public function processNode(Node $node, Scope $scope): array
    {
        $call = $this->source($node->expr);
        if (!$call instanceof CallLike || $this->hasOwner($call, $scope)) {
            return [];
        }
        $type = TypeCombinator::removeNull($scope->getType($node->expr));
        if (!(new ObjectType(Awaitable::class))->isSuperTypeOf($type)->yes()) {
            return [];
        }
        $result = $type->getTemplateType(Awaitable::class, 'T');
        if (!$this->isOfUse($result)) {
            return [];
        }
        return [
            RuleErrorBuilder::message(sprintf(
                '%s is thrown away, its result is never awaited.',
                $type->describe(VerbosityLevel::typeOnly())
            ))
                ->identifier('async.forgottenAwait')
                ->tip('Await it, or keep it for awaitAll(). If the result has no use, let the callable return nothing: '
                    . 'spawn(function (): void { ... })')
                ->build(),
        ];
    }

    /** The expression that makes the awaitable, without the methods that return the same object. */
    private function source(Node\Expr $expr): Node\Expr
    {
        while (($expr instanceof MethodCall || $expr instanceof NullsafeMethodCall)
            && $expr->name instanceof Identifier
            && in_array($expr->name->toLowerString(), self::FLUENT, true)) {
            $expr = $expr->var;
        }
        return $expr;
    }

    /** Does another object wait for it, or was it said that its end does not matter? */
    private function hasOwner(CallLike $call, Scope $scope): bool
    {
        if ($call instanceof FuncCall) {
            return $call->name instanceof Name
                && in_array(strtolower($this->nameOf($call->name, $scope)), self::SPAWNS_ELSEWHERE, true);
        }
        if (!($call instanceof MethodCall || $call instanceof NullsafeMethodCall) || !$call->name instanceof Identifier) {
            return false;
        }
        $object = $scope->getType($call->var);
        $is = static fn (string $class): bool => (new ObjectType($class))->isSuperTypeOf($object)->yes();
        return $is(AsyncScope::class) || $is(TaskGroup::class)
            || $call->name->toLowerString() === 'ignore' && $is(Future::class);
    }

    private function nameOf(Name $function, Scope $scope): string
    {
        return $this->reflections->hasFunction($function, $scope)
            ? $this->reflections->getFunction($function, $scope)->getName() : $function->toString();
    }

    private function isOfUse(Type $result): bool
    {
        return !$result instanceof MixedType
            && !$result->isVoid()->yes()
            && !$result->isNull()->yes()
            && !$result instanceof NeverType;
    }
}
