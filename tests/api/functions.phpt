--TEST--
Names: camelCase functions with snake_case twins, all in Async\, with the parameters of the stubs (NM-00, NM-01, NM-02, D1, TM-02)
--FILE--
<?php
foreach ((new ReflectionExtension('async'))->getFunctions() as $f) {
    $p = implode(', ', array_map(fn($p) => trim(($p->getType() ?? '') . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName() . ($p->isDefaultValueAvailable() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : '')), $f->getParameters()));
    $list[] = $f->getName() . "($p): " . $f->getReturnType();
    if (stripos($f->getName(), 'async\\') !== 0) echo 'global function: ', $f->getName(), "\n";
}
$expected = [
    'Async\await(Async\Awaitable $awaitable, ?Async\Awaitable $cancellation = null): mixed',
    'Async\coroutineContext(): Async\Context',
    'Async\coroutine_context(): Async\Context',
    'Async\currentContext(): Async\Context',
    'Async\currentCoroutine(): Async\Coroutine',
    'Async\current_context(): Async\Context',
    'Async\current_coroutine(): Async\Coroutine',
    'Async\delay(int $ms): void',
    'Async\getCoroutines(): array',
    'Async\get_coroutines(): array',
    'Async\localContext(): Async\Context',
    'Async\local_context(): Async\Context',
    'Async\onExit(callable $callback): void',
    'Async\onFinally(callable $callback): void',
    'Async\on_exit(callable $callback): void',
    'Async\on_finally(callable $callback): void',
    'Async\protect(Closure $closure): mixed',
    'Async\rootContext(): Async\Context',
    'Async\root_context(): Async\Context',
    'Async\Scope\delay(int $ms): void',
    'Async\sleep(int $ms): void',
    'Async\spawn(callable $task, mixed ...$args): Async\Coroutine',
    'Async\stats(): array',
    'Async\suspend(): void',
    'Async\timeout(int $ms): Async\Timeout',
];
foreach (array_diff($expected, $list) as $missing) echo "missing or different: $missing\n";
echo count(array_intersect($expected, $list)), " as documented\n";
?>
--EXPECT--
25 as documented
