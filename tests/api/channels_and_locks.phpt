--TEST--
Channel, Mutex, Semaphore, select() and once() have the hierarchy and signatures of the stubs (D1, D37)
--FILE--
<?php
$signature = fn(ReflectionFunctionAbstract $f) => $f->getName() . '(' . implode(', ', array_map(
    fn($p) => $p->getType() . ' $' . $p->getName()
        . ($p->isOptional() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : ''),
    $f->getParameters()
)) . '): ' . $f->getReturnType();
foreach (['Channel', 'ChannelException', 'Mutex', 'Semaphore'] as $name) {
    $class = new ReflectionClass("Async\\$name");
    $interfaces = $class->getInterfaceNames();
    sort($interfaces);
    echo $class->isFinal() ? 'final ' : '', $name, ' < ', $class->getParentClass() ? $class->getParentClass()->getName() : '-',
        ' : ', implode(' ', $interfaces), "\n";
    foreach ($class->getMethods() as $method) {
        if ($method->class === $class->getName()) {
            echo '    ', $signature($method), "\n";
        }
    }
}
foreach (['select', 'once'] as $name) {
    echo $signature(new ReflectionFunction("Async\\$name")), "\n";
}
?>
--EXPECT--
final Channel < - : Async\Awaitable Countable IteratorAggregate Traversable
    __construct(int $capacity = 0, ?Async\Scope $scope = null): 
    send(mixed $value, ?Async\Awaitable $cancellation = null): void
    sendAsync(mixed $value): bool
    recv(?Async\Awaitable $cancellation = null): mixed
    recvAsync(): Async\Future
    close(?Throwable $reason = null): void
    getCloseReason(): ?Throwable
    isClosed(): bool
    capacity(): int
    count(): int
    isEmpty(): bool
    isFull(): bool
    getIterator(): Iterator
ChannelException < Async\AsyncException : Stringable Throwable
final Mutex < - : 
    __construct(): 
    lock(?Async\Awaitable $cancellation = null): void
    tryLock(): bool
    unlock(): void
    isLocked(): bool
    synchronized(callable $callback, ?Async\Awaitable $cancellation = null): mixed
final Semaphore < - : 
    __construct(int $permits): 
    acquire(?Async\Awaitable $cancellation = null): void
    tryAcquire(): bool
    release(): void
    available(): int
    run(callable $callback, ?Async\Awaitable $cancellation = null): mixed
Async\select(array $sources, ?Async\Awaitable $cancellation = null): array
Async\once(callable $callback): Closure
