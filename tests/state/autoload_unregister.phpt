--TEST--
An autoloader that another coroutine unregisters while it waits keeps its object (D35)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Loader
{
    public static int $gone = 0;
    public function __construct(private string $code) {}
    public function load(string $class): void
    {
        suspend();
        suspend();
        eval(str_replace('NAME', $class, $this->code));
    }
    public function __destruct() { self::$gone++; }
}
$code = fn() => 'class NAME { /* ' . str_repeat('-', 40) . ' */ }';

$loader = new Loader($code());
spl_autoload_register([$loader, 'load']);
$user = spawn(fn() => class_exists('First'));
$writer = spawn(function () use (&$loader) {
    spl_autoload_unregister([$loader, 'load']);
    $loader = null;
    // Memory that was freed is used again.
    return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
});
var_dump(await($user));
await($writer);
var_dump(Loader::$gone, class_exists('Second'));

// An autoloader that is in the list lives as long as the list has it.
$loader = new Loader($code());
spl_autoload_register([$loader, 'load']);
var_dump(await(spawn(fn() => class_exists('Third'))));
spl_autoload_unregister([$loader, 'load']);
$loader = null;
var_dump(Loader::$gone);
?>
--EXPECT--
bool(true)
int(1)
bool(false)
bool(true)
int(2)
