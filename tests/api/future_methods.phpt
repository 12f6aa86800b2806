--TEST--
The methods of Future, FutureState and Trigger are those of the stubs (AW-17, NM-03)
--FILE--
<?php
foreach (['Future', 'FutureState', 'Trigger'] as $name) {
    foreach ((new ReflectionClass("Async\\$name"))->getMethods() as $m) {
        $p = implode(', ', array_map(fn($p) => $p->getType() . ' $' . $p->getName() . ($p->isOptional() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : ''), $m->getParameters()));
        echo $m->isPrivate() ? 'private ' : '', $m->isStatic() ? 'static ' : '', "$name::", $m->getName(), "($p)", $m->hasReturnType() ? ': ' . $m->getReturnType() : '', "\n";
    }
}
?>
--EXPECT--
Future::__construct(?Async\FutureState $state = null)
static Future::completed(mixed $value = null): Async\Future
static Future::failed(Throwable $throwable): Async\Future
Future::await(?Async\Awaitable $cancellation = null): mixed
Future::map(callable $map): Async\Future
Future::catch(callable $catch): Async\Future
Future::finally(callable $finally): Async\Future
Future::ignore(): Async\Future
Future::cancel(?Async\AsyncCancellation $cancellation = null): void
Future::isCompleted(): bool
Future::isCancelled(): bool
Future::getCreatedFileAndLine(): array
Future::getCreatedLocation(): string
Future::getCompletedFileAndLine(): array
Future::getCompletedLocation(): string
Future::getAwaitingInfo(): array
FutureState::__construct()
FutureState::complete(mixed $result = null): void
FutureState::error(Throwable $throwable): void
FutureState::isCompleted(): bool
FutureState::getCreatedFileAndLine(): array
FutureState::getCreatedLocation(): string
FutureState::getCompletedFileAndLine(): array
FutureState::getCompletedLocation(): string
FutureState::getAwaitingInfo(): array
private Trigger::__construct()
