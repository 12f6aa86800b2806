--TEST--
A spawned call behaves as the plain call: nullsafe, references, magic, strict types, evaluation order (SY-01, SY-07, D20)
--FILE--
<?php
declare(strict_types=1);

function note(string $what): string
{
    echo $what, ' ';
    return $what;
}
class Target
{
    public $next;
    public static $count = 0;

    private function secret(string $x = '', string ...$more)
    {
        return 'secret ' . $x . json_encode($more);
    }

    public function method(...$x)
    {
        return 'method ' . json_encode($x);
    }

    public ?Target $none = null;

    public static function __callStatic($name, $arguments)
    {
        return "static $name";
    }

    public function nullsafe(?Target $other): array
    {
        return [
            spawn $this?->secret('a', more: 'b'),
            spawn $other?->secret('c'),
            spawn $this?->next?->secret(),
        ];
    }
}

$target = new Target;
$nothing = null;
$name = 'method';

echo "-- nullsafe\n";
foreach ([
    ...$target->nullsafe($target),
    ...$target->nullsafe(null),
    spawn $target?->method(1, k: 2),
    spawn $target?->$name(3),
    spawn $target?->{'met' . 'hod'}(4),
    spawn $nothing?->method(5),
    spawn $nothing?->next->method(6),
    spawn $target?->next?->method(7),
    spawn $target
        ?->
        method
        (8),
] as $coroutine) {
    echo json_encode(await $coroutine), "\n";
}

echo "-- only what stands before ?-> may be NULL\n";
$targets = ['here' => $target, 'nowhere' => null];
foreach ([
    spawn $target?->none->method(1),
    spawn $target?->none?->next->method(2),
    spawn $target
        ?->none
        ->method(3),
    spawn $targets['here']?->none->method(4),
    spawn $targets['nowhere']?->none->method(5),
    spawn $unknown?->none->method(6),
] as $number => $coroutine) {
    try {
        $value = json_encode(await $coroutine);
        echo $number + 1, ": $value\n";
    } catch (Error $error) {
        echo $number + 1, ': ', $error->getMessage(), "\n";
    }
}

echo "-- order of evaluation\n";
$list = ['a' => fn(...$x) => implode(',', $x)];
echo "before: ";
$coroutine = spawn $list[note('a')](note('first'), ...[note('second')]);
echo "spawned: ", await $coroutine, "\n";

echo "-- values are those of the spawn\n";
$value = 'old';
$object = $target;
$coroutine = spawn $object->method($value);
$value = 'new';
$object = null;
echo await $coroutine, "\n";

echo "-- references go through a block\n";
$numbers = [3, 1, 2];
await spawn use (&$numbers) { sort($numbers); };
echo implode($numbers), "\n";

echo "-- magic, internal\n";
echo await spawn Target::anything(), ' ', await spawn array_sum([1, 2]), ' ', await spawn str_replace(search: 'a', subject: 'abc', replace: '_'), "\n";
echo await spawn (new class { function __invoke($x) { return "invoked $x"; } })('here'), "\n";
try {
    await spawn compact('value');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}

echo "-- generators\n";
function generator() { yield await spawn { return 1; }; yield 2; }
echo implode(iterator_to_array(await spawn generator())), "\n";
echo ini_get('async.syntax'), "\n";
?>
--EXPECTF--
-- nullsafe
"secret a{\"more\":\"b\"}"
"secret c[]"
null
"secret a{\"more\":\"b\"}"
null
null
"method {\"0\":1,\"k\":2}"
"method [3]"
"method [4]"
null
null
null
"method [8]"
-- only what stands before ?-> may be NULL

Warning: Undefined variable $unknown in %s on line %d
1: Call to a member function method() on null
2: null
3: Call to a member function method() on null
4: Call to a member function method() on null
5: null
6: null
-- order of evaluation
before: a first second spawned: first,second
-- values are those of the spawn
method ["old"]
-- references go through a block
123
-- magic, internal
static anything 3 _bc
invoked here
Cannot call compact() dynamically
-- generators
12
1
