--TEST--
Functions in Async\: camelCase names with snake_case twins and the parameters of the stubs (NM-00, NM-01, NM-02, D1, TM-02)
--FILE--
<?php
foreach ((new ReflectionExtension('async'))->getFunctions() as $f) {
    $p = implode(', ', array_map(fn($p) => trim(($p->getType() ?? '') . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName() . ($p->isDefaultValueAvailable() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : '')), $f->getParameters()));
    $list[] = $f->getName() . "($p): " . $f->getReturnType();
    if (stripos($f->getName(), 'async\\') !== 0) echo 'global function: ', $f->getName(), "\n";
}
$expected = [
    'Async\all(Traversable|array $futures): Async\Awaitable',
    'Async\any(Traversable|array $futures): Async\Awaitable',
    'Async\any_of(int $count, Traversable|array $futures): Async\Awaitable',
    'Async\anyOf(int $count, Traversable|array $futures): Async\Awaitable',
    'Async\await(Async\Awaitable $awaitable, ?Async\Awaitable $cancellation = null): mixed',
    'Async\await_all(Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array',
    'Async\await_all_or_fail(Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array',
    'Async\await_any_of(int $count, Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array',
    'Async\await_any_of_or_fail(int $count, Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array',
    'Async\await_any_or_fail(Traversable|array $triggers, ?Async\Awaitable $cancellation = null): mixed',
    'Async\await_first_success(Traversable|array $triggers, ?Async\Awaitable $cancellation = null): array',
    'Async\awaitAll(Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array',
    'Async\awaitAllOrFail(Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array',
    'Async\awaitAnyOf(int $count, Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array',
    'Async\awaitAnyOfOrFail(int $count, Traversable|array $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array',
    'Async\awaitAnyOrFail(Traversable|array $triggers, ?Async\Awaitable $cancellation = null): mixed',
    'Async\awaitFirstSuccess(Traversable|array $triggers, ?Async\Awaitable $cancellation = null): array',
    'Async\begin_request(array $server, mixed $body = \'\'): void',
    'Async\beginRequest(array $server, mixed $body = \'\'): void',
    'Async\capture_errors(Async\Awaitable $awaitable): Async\Awaitable',
    'Async\captureErrors(Async\Awaitable $awaitable): Async\Awaitable',
    'Async\complete_headers(): string',
    'Async\completeHeaders(): string',
    'Async\coroutine_context(): Async\Context',
    'Async\coroutineContext(): Async\Context',
    'Async\current_context(): Async\Context',
    'Async\current_coroutine(): Async\Coroutine',
    'Async\currentContext(): Async\Context',
    'Async\currentCoroutine(): Async\Coroutine',
    'Async\delay(int $ms): void',
    'Async\get_coroutines(): array',
    'Async\getCoroutines(): array',
    'Async\ignore_errors(Async\Awaitable $awaitable, ?callable $handler = null): Async\Awaitable',
    'Async\ignoreErrors(Async\Awaitable $awaitable, ?callable $handler = null): Async\Awaitable',
    'Async\local_context(): Async\Context',
    'Async\localContext(): Async\Context',
    'Async\on_exit(callable $callback): void',
    'Async\on_finally(callable $callback): void',
    'Async\onExit(callable $callback): void',
    'Async\onFinally(callable $callback): void',
    'Async\on_spawn(callable $callback): void',
    'Async\onSpawn(callable $callback): void',
    'Async\protect(Closure $closure): mixed',
    'Async\root_context(): Async\Context',
    'Async\rootContext(): Async\Context',
    'Async\Scope\delay(int $ms): void',
    'Async\signal(BackedEnum|int $signal, ?Async\Awaitable $cancellation = null): Async\Future',
    'Async\signals(BackedEnum|int ...$signals): Async\SignalWatcher',
    'Async\sleep(int $ms): void',
    'Async\spawn(callable $task, mixed ...$args): Async\Coroutine',
    'Async\stats(): array',
    'Async\supervise(int $workers, callable $main, int $gracePeriod = 10000, int $backoff = 100, int $maxBackoff = 30000, int $settleTime = 1000, bool $restartAlways = false): int',
    'Async\suspend(): void',
    'Async\timeout(int $ms): Async\Timeout',
    'Async\watch(array|string $path, bool $recursive = false, int $pollInterval = 0, ?Async\Scope $scope = null): Async\FileWatcher',
];
foreach (array_diff($expected, $list) as $missing) echo "missing or different: $missing\n";
echo count(array_intersect($expected, $list)), " as documented\n";
?>
--EXPECT--
55 as documented
