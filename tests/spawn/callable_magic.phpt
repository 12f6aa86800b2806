--TEST--
spawn() accepts callables that use __call() and __callStatic(), several at once (SP-06)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Magic {
    public function __construct(private string $name) {}
    public function __call($method, $args) {
        suspend();
        return "{$this->name}->$method(" . implode(', ', $args) . ')';
    }
    public static function __callStatic($method, $args) {
        suspend();
        return static::class . "::$method(" . implode(', ', $args) . ')';
    }
}
class Heir extends Magic {}

$coroutines = [
    spawn([new Magic('a'), 'one'], 1),
    spawn([new Magic('b'), 'two'], 1, 2),
    spawn('Magic::three'),
    spawn(['Heir', 'four'], 'x'),
    spawn((new Magic('c'))->five(...), 5),
    spawn(Heir::six(...), 6),
];
foreach ($coroutines as $coroutine) {
    echo await($coroutine), "\n";
}

// Never started: the trampoline is still released.
$cancelled = spawn([new Magic('d'), 'never']);
$cancelled->cancel();
unset($cancelled);
suspend();
echo "done\n";
// schedules: any
?>
--EXPECT--
a->one(1)
b->two(1, 2)
Magic::three()
Heir::four(x)
c->five(5)
Heir::six(6)
done
