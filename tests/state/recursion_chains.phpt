--TEST--
A recursion that leads through coroutines which wait for each other is found as one within a coroutine (D43)
--FILE--
<?php
use function Async\{spawn, await, awaitAll, any, suspend, awaitSpawned};

/* Each way to wait for a coroutine that runs $again, which reads the same property or encodes the same object. */
$ways = [
    'await' => fn($again) => await(spawn($again)),
    'await through another' => fn($again) => await(spawn(fn() => await(spawn($again)))),
    'awaitAll' => fn($again) => awaitAll([spawn($again), spawn($again)])[0],
    'any' => fn($again) => await(any([spawn($again)])),
    'scope' => function ($again) { $scope = new Async\Scope; $scope->spawn($again); $scope->awaitCompletion(); return 'scope'; },
    'awaitSpawned' => function ($again) { spawn($again); awaitSpawned(); return 'spawned'; },
    'group' => function ($again) { $group = new Async\TaskGroup; $group->spawn($again); await($group->all()); return 'group'; },
    'in a callback' => fn($again) => array_map(fn() => await(spawn($again)), [1])[0],
    'after a wait' => function ($again) { suspend(); return await(spawn(function () use ($again) { suspend(); return $again(); })); },
];

class Loop implements JsonSerializable
{
    public int $calls = 0;
    function __construct(private Closure $way) {}
    private function call(callable $again)
    {
        if (++$this->calls > 3) {
            throw new Exception('The recursion was not found');
        }
        suspend();
        return ($this->way)($again);
    }
    function __get($name) { return $this->call(fn() => $this->$name); }
    function __isset($name) { $this->call(fn() => isset($this->$name)); return true; }
    function __set($name, $value) { $this->call(function () use ($name, $value) { $this->$name = $value; }); }
    function __unset($name) { $this->call(function () use ($name) { unset($this->$name); }); }
    function jsonSerialize(): mixed { return $this->call(fn() => [json_encode([$this]), json_last_error_msg()]); }
    function __debugInfo() { return [$this->call(fn() => dumped($this))]; }
}

function dumped($object): string
{
    ob_start();
    var_dump($object);
    return str_contains(ob_get_clean(), '*RECURSION*') ? 'recursion' : 'none';
}
#[AllowDynamicProperties]
class DynamicLoop extends Loop {}

$reads = [
    'get' => fn($o) => $o->x,
    'isset' => fn($o) => isset($o->x),
    'set' => function ($o) { $o->x = 5; return ((array) $o)['x']; },
    'unset' => function ($o) { unset($o->x); return 'unset'; },
    'json' => fn($o) => json_encode($o),
    'var_dump' => fn($o) => dumped($o),
];
set_error_handler(fn() => true);
foreach ($ways as $name => $way) {
    foreach ($reads as $what => $read) {
        $object = new DynamicLoop($way);
        // A second coroutine has nothing to do with it, and gets the same.
        $other = spawn($read, $object);
        $answers = [$read($object), await($other)];
        if ($object->calls !== 2 || ($answers[0] !== $answers[1])) {
            echo "$name, $what: $object->calls calls, ", json_encode($answers), "\n";
        }
        // The marks are gone: the next one calls the method again.
        if ($what !== 'set' && ($read($object) !== $answers[0] || $object->calls !== 3)) {
            echo "$name, $what, again: $object->calls calls\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
