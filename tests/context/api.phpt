--TEST--
The methods of Context and Key have the names, parameters and types of the stub (CX-01, CX-02, CX-03, CX-04, CX-08, CX-13, CX-17)
--FILE--
<?php
foreach (['Context', 'Key'] as $class) {
    foreach ((new ReflectionClass("Async\\$class"))->getMethods() as $m) {
        $p = array_map(fn($p) => $p->getType() . ' $' . $p->getName() . ($p->isOptional() ? ' = ' . var_export($p->getDefaultValue(), true) : ''), $m->getParameters());
        echo $m->isPublic() ? '' : 'not public ', "$class::{$m->getName()}(", implode(', ', $p), '): ', $m->getReturnType(), "\n";
    }
}
?>
--EXPECT--
not public Context::__construct(): 
Context::find(object|string $key): mixed
Context::get(object|string $key): mixed
Context::has(object|string $key): bool
Context::findLocal(object|string $key): mixed
Context::getLocal(object|string $key): mixed
Context::hasLocal(object|string $key): bool
Context::set(object|string $key, mixed $value, bool $replace = false): static
Context::unset(object|string $key): static
Context::dispose(): void
Key::__construct(string $description = ''): 
Key::__toString(): string
