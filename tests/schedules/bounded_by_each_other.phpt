--TEST--
Scopes bound to each other's coroutines end together in every order, and nothing is left (D5, P6, P13)
--FILE--
<?php
use Async\BoundedScope;
use function Async\{delay, suspend, await};

[$a, $b] = [new BoundedScope, new BoundedScope];
$first = $a->spawn(fn() => suspend());
$second = $b->spawn(fn() => delay(600000));
$b->boundedBy($first);
$a->boundedBy($second);
$a->withTimeout(50);
try {
    await($second);
    echo "not cancelled, which only an injected timeout does\n";
} catch (Async\AsyncCancellation) {
    echo "ended\n";
}
// schedules: any
?>
--EXPECT--
ended
