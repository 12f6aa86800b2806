--TEST--
Coroutines take turns with a SplObjectStorage whose getHash() waits: each method beside each that changes it (P10, D33)
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Item
{
    public function __construct(public int $id) {}
    public function __serialize(): array { suspend(); return [$this->id]; }
    public function __unserialize(array $data): void { $this->id = $data[0]; }
    public function __destruct() { if ($this->id % 3 === 0) { suspend(); } }
    public function __debugInfo(): array { suspend(); return []; }
}
class Hashing extends SplObjectStorage
{
    public function getHash($object): string { suspend(); return 'hash ' . ($object->id ?? 'none'); }
}

function filled(string $class, int $from, int $count = 12): SplObjectStorage
{
    $storage = new $class;
    for ($i = $from; $i < $from + $count; $i++) {
        $storage[new Item($i)] = str_repeat("data $i ", 2);
    }
    return $storage;
}

$walks = [
    'addAll' => fn($s, $o) => $s->addAll($o),
    'addAll of itself' => fn($s, $o) => $s->addAll($s),
    'added to another' => fn($s, $o) => $o->addAll($s),
    'removeAll' => fn($s, $o) => $s->removeAll($o),
    'removed from another' => fn($s, $o) => $o->removeAll($s),
    'removeAllExcept' => fn($s, $o) => $s->removeAllExcept($o),
    'clone' => fn($s, $o) => clone $s,
    'serialize()' => fn($s, $o) => serialize($s),
    'serialize' => fn($s, $o) => $s->serialize(),
    'unserialize' => fn($s, $o) => $s->unserialize('x:i:1;O:8:"stdClass":0:{},N;;m:a:0:{}'),
    '__unserialize' => fn($s, $o) => $s->__unserialize([[new Item(1), 1, new Item(2), 2], []]),
    'foreach' => function ($s, $o) { foreach ($s as $i => $object) { suspend(); $s->getInfo(); } },
    'var_dump' => function ($s, $o) { ob_start(); var_dump($s); ob_end_clean(); },
    'print_r' => fn($s, $o) => print_r($s, true),
    'compare' => fn($s, $o) => $s == $o,
    'count' => fn($s, $o) => count($s, COUNT_RECURSIVE),
];
$changes = [
    'attach' => function ($s) { for ($i = 100; $i < 140; $i++) { $s->attach(new Item($i)); } },
    'offsetSet' => function ($s) { for ($i = 100; $i < 140; $i++) { $s[new Item($i)] = "value $i"; } },
    'detach' => function ($s) { foreach (iterator_to_array($s, false) as $object) { $s->detach($object); unset($object); } },
    'offsetUnset' => function ($s) { foreach (iterator_to_array($s, false) as $object) { unset($s[$object]); } },
    'setInfo' => function ($s) { foreach ($s as $object) { $s->setInfo('new info'); } },
    'removeAll' => fn($s) => $s->removeAll($s),
    'removeAllExcept' => fn($s) => $s->removeAllExcept(new SplObjectStorage),
    'addAll' => fn($s) => $s->addAll(filled(SplObjectStorage::class, 200, 40)),
    'all of these' => fn($s) => null,
];
$left = array_map(fn($method) => strtolower($method->name), (new ReflectionClass('SplObjectStorage'))->getMethods());
$known = explode(' ', 'attach detach contains addall removeall removeallexcept getinfo setinfo count rewind valid key current'
    . ' next unserialize serialize offsetexists offsetget offsetset offsetunset gethash __serialize __unserialize __debuginfo'
    . ' seek');
echo 'not looked at: ', implode(', ', array_diff($left, $known)), "\n";

$runs = 0;
foreach ([[Hashing::class, Hashing::class], [Hashing::class, SplObjectStorage::class],
    [SplObjectStorage::class, Hashing::class], [SplObjectStorage::class, SplObjectStorage::class]] as [$one, $two]) {
    foreach ($walks as $walkName => $walk) {
        foreach ($changes as $changeName => $change) {
            $s = filled($one, 0);
            $o = filled($two, 6);
            $tasks = [spawn($walk, $s, $o), spawn($walk, $o, $s), spawn($change, $s), spawn($change, $o), spawn($walk, $s, $o)];
            if ($changeName === 'all of these') {
                foreach ($changes as $other) {
                    $tasks[] = spawn($other, $s);
                }
            }
            foreach ($tasks as $task) {
                try {
                    await($task);
                } catch (Exception $e) {
                    // foreach without a lock of its own: the position may be past the end.
                    if (!str_contains($e->getMessage(), 'invalid iterator')) {
                        echo "$one, $two, $walkName, $changeName: ", get_class($e), ': ', $e->getMessage(), "\n";
                    }
                }
            }
            foreach ($s as $object) {
                $object->id ?? null;
            }
            $runs++;
        }
    }
}
echo "$runs runs\n";

// A cancelled wait for the turn throws, and nothing was done; a clone is made nevertheless.
$s = filled(Hashing::class, 0);
$first = spawn(fn() => clone $s);
$second = spawn(fn() => $s->attach(new stdClass));
$third = spawn(fn() => count(clone $s));
suspend();
$second->cancel();
$third->cancel();
await($first);
foreach ([$second, $third] as $task) {
    try {
        echo await($task), "\n";
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
}
echo count($s), "\n";
?>
--EXPECT--
not looked at: 
576 runs
Async\AsyncCancellation
Async\AsyncCancellation
12
