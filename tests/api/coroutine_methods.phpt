--TEST--
The methods of Coroutine have the names, parameters and types of the stub (CO-10, CO-11, CO-12, CO-13, CO-14, D13)
--FILE--
<?php
foreach ((new ReflectionClass('Async\Coroutine'))->getMethods() as $m) {
    $p = implode(', ', array_map(fn($p) => $p->getType() . ' $' . $p->getName() . ($p->isOptional() ? '?' : ''), $m->getParameters()));
    $list[$m->getName()] = ($m->isPublic() ? '' : 'not public ') . "($p): " . $m->getReturnType();
}
$expected = [
    '__construct' => 'not public (): ',
    'getId' => '(): int', 'getContext' => '(): Async\Context', 'asHiPriority' => '(): Async\Coroutine', 'getResult' => '(): mixed', 'getException' => '(): ?Throwable',
    'getTrace' => '(int $options?, int $limit?): array', 'getSpawnFileAndLine' => '(): array', 'getSpawnLocation' => '(): string',
    'getSuspendFileAndLine' => '(): array', 'getSuspendLocation' => '(): string', 'isStarted' => '(): bool', 'isQueued' => '(): bool',
    'isRunning' => '(): bool', 'isSuspended' => '(): bool', 'isCancelled' => '(): bool', 'isCancellationRequested' => '(): bool',
    'isCompleted' => '(): bool', 'isFinished' => '(): bool', 'getAwaitingInfo' => '(): array',
    'cancel' => '(?Async\AsyncCancellation $cancellation?): void', 'onFinally' => '(callable $callback): void',
    'onExit' => '(callable $callback): void', 'finally' => '(callable $callback): void',
];
foreach ($expected as $name => $signature) {
    if (($list[$name] ?? 'missing') !== $signature) echo "$name: ", $list[$name] ?? 'missing', "\n";
}
echo "checked\n";
?>
--EXPECT--
checked
