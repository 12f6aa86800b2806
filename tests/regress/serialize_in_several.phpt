--TEST--
serialize() and unserialize() suspended in several coroutines: each call frees only its own tables (CO-01)
--FILE--
<?php
use function Async\{spawn, await, suspend};

/* The engine keeps the table of references in a global while it is in use. The bad order: the first call parks inside
 * __serialize(), a second call begins, the first one ends while the second is still inside. */
class Slow
{
    function __construct(public int $turns)
    {
    }

    function __serialize(): array
    {
        for ($i = 0; $i < $this->turns; $i++) {
            suspend();
        }
        return [$this->turns];
    }

    function __unserialize(array $data): void
    {
        for ($i = 0; $i < $data[0]; $i++) {
            suspend();
        }
        $this->turns = $data[0];
    }
}

$work = function (int $turns) {
    $same = new Slow($turns);
    [$a, $b, $text] = unserialize(serialize([$same, $same, str_repeat('x', 100)]));
    return $a === $b && $a->turns === $turns && strlen($text) === 100;
};
$coroutines = array_map(fn($turns) => spawn($work, $turns), [1, 3, 2, 4, 1]);
foreach ($coroutines as $coroutine) {
    echo await($coroutine) ? 'same' : 'different', ' ';
}
$object = new stdClass;
echo serialize([$object, $object]), "\n";
// schedules: any
?>
--EXPECT--
same same same same same a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}
