--TEST--
An object stays alive until its method returns that waits as a handler or callback, though another coroutine replaces it
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: may go on, when the server of this script is ended by exit() and its client waits in place
use function Async\{await, spawn, suspend};

class Owner
{
    public static int $destroyed = 0;
    public $items = ['one', 'two'];
    public function handle(...$arguments)
    {
        suspend();
        suspend();
        suspend();
        $names = implode(' ', array_keys(get_defined_vars()));
        echo $names, ', ', count($this->items), " items, ", self::$destroyed, " destroyed\n";
        return $this->items[1];
    }
    public function __destruct() { self::$destroyed++; }
}
class Elements extends ArrayObject
{
    public function __construct() { parent::__construct(['zero', 'yes']); }
    public $items = ['one', 'two'];
    public function offsetExists($name): bool { return (new Owner)->handle() === $this->items[1]; }
}
class Places extends SplFixedArray
{
    public $items = ['one', 'two'];
    public function offsetExists($name): bool { return (new Owner)->handle() === $this->items[1]; }
    public function offsetUnset($name): void { echo (new Owner)->handle() === $this->items[1] ? 'unset ' : 'lost'; }
}

/** Use the object in one coroutine, and replace it in another one, which uses memory again that was freed. */
function replace_while_it_waits(string $what, callable $use, callable $replace): void
{
    echo "$what: ";
    Owner::$destroyed = 0;
    $user = spawn($use);
    $writer = spawn(function () use ($replace) {
        suspend();
        $replace();
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
    $got = await($user);
    $kept = await($writer);
    unset($user, $writer, $replace, $use);
    echo json_encode($got), ', ', Owner::$destroyed, " destroyed\n";
}

pcntl_signal(SIGUSR1, [new Owner, 'handle']);
replace_while_it_waits('signal', function () {
    posix_kill(getmypid(), SIGUSR1);
    pcntl_signal_dispatch();
}, fn() => pcntl_signal(SIGUSR1, fn() => null));

@assert_options(ASSERT_CALLBACK, [new Owner, 'handle']);
@assert_options(ASSERT_EXCEPTION, 0);
@assert_options(ASSERT_WARNING, 0);
replace_while_it_waits('assert', fn() => assert(false), fn() => @assert_options(ASSERT_CALLBACK, null));

$callbacks = [
    'array_map' => function (&$object) { return array_map([&$object, 'handle'], [1]); },
    'preg_replace_callback_array' => function (&$object) {
        $patterns = ['/a/' => [&$object, 'handle']];
        return preg_replace_callback_array($patterns, 'abc');
    },
];
foreach ($callbacks as $what => $use) {
    $object = new Owner;
    replace_while_it_waits($what, function () use (&$object, $use) { return $use($object); },
        function () use (&$object) { $object = null; });
}

$uses = [
    'isset of ArrayObject' => [Elements::class, function (&$object) { return isset($object[1]); }],
    'empty() of ArrayObject' => [Elements::class, function (&$object) { return empty($object[1]); }],
    '?? of ArrayObject' => [Elements::class, function (&$object) { return $object[1] ?? 5; }],
    'isset of SplFixedArray' => [Places::class, function (&$object) { return isset($object[1]); }],
    'unset of SplFixedArray' => [Places::class, function (&$object) { unset($object[1]); }],
];
foreach ($uses as $what => [$class, $use]) {
    $object = new $class;
    replace_while_it_waits($what, function () use (&$object, $use) { return $use($object); },
        function () use (&$object) { $object = null; });
}

// A method of an extension, too.
$object = new Async\Mutex;
$object->lock();
$user = spawn(function () use (&$object) {
    return iterator_apply(new ArrayIterator([1]), [&$object, 'lock']);
});
suspend();
$weak = WeakReference::create($object);
$object = null;
echo 'internal method: ', $weak->get() ? 'alive' : 'destroyed', "\n";
$weak->get()?->unlock();
await($user);
unset($user);
echo $weak->get() ? 'alive' : 'destroyed', "\n";
?>
--EXPECT--
signal: arguments, 2 items, 0 destroyed
null, 1 destroyed
assert: arguments, 2 items, 0 destroyed
false, 1 destroyed
array_map: arguments, 2 items, 0 destroyed
["two"], 1 destroyed
preg_replace_callback_array: arguments, 2 items, 0 destroyed
"twobc", 1 destroyed
isset of ArrayObject: arguments, 2 items, 0 destroyed
true, 1 destroyed
empty() of ArrayObject: arguments, 2 items, 0 destroyed
false, 1 destroyed
?? of ArrayObject: arguments, 2 items, 0 destroyed
"yes", 1 destroyed
isset of SplFixedArray: arguments, 2 items, 0 destroyed
true, 1 destroyed
unset of SplFixedArray: arguments, 2 items, 0 destroyed
unset null, 1 destroyed
internal method: alive
destroyed
