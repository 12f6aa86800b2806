--TEST--
Values that C code walks over while a method of one of them waits and another coroutine replaces what lies around it (D43)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Part implements JsonSerializable
{
    public static int $alive = 0;
    public function __construct(public int $n) { self::$alive++; }
    public function __destruct() { self::$alive--; }
    public function jsonSerialize(): mixed { return $this->waited(); }
    public function __debugInfo() { return $this->waited(); }
    public function __serialize(): array { return $this->waited(); }
    private function waited(): array
    {
        suspend();
        suspend();
        return ["part $this->n", $this->n];
    }
}
class Node
{
    public $part;
    public $list;
    public mixed $by_reference;
    public $last;
}
class Root
{
    public $node;
    public array $numbers = [1, 2, 3];
    public ?Node $typed;
    public $end = 'end';
}

function node(int $n, bool $dynamic): Node
{
    $node = new Node;
    $value = [new Part($n), str_repeat("v$n", 5)];
    $node->part = new Part($n + 1);
    $node->list = ['one' => str_repeat("$n", 5), 'deep' => [[new Part($n + 2)], str_repeat("d$n", 5)]];
    $node->by_reference = &$value;
    $node->last = (object) ['p' => new Part($n + 3), 'text' => str_repeat("t$n", 5)];
    if ($dynamic) {
        $node->dynamic = [new Part($n + 4), str_repeat("y$n", 5)];
    }
    return $node;
}

function root(bool $dynamic): Root
{
    $root = new Root;
    $root->node = node(0, $dynamic);
    $root->typed = node(10, $dynamic);
    if ($dynamic) {
        $root->dynamic = ['x' => node(20, true)];
    }
    return $root;
}

$walks = [
    'serialize' => serialize(...),
    'serialize of an array' => fn($o) => serialize(['o' => $o, 'again' => [$o->node]]),
    'print_r' => fn($o) => print_r($o, true),
    'print_r of an array' => fn($o) => print_r([[$o]], true),
    'var_dump' => function ($o) { ob_start(); var_dump($o); return ob_get_clean(); },
    'debug_zval_dump' => function ($o) { ob_start(); debug_zval_dump($o); return preg_replace('/refcount\(\d+\)/', '', ob_get_clean()); },
    'json_encode' => json_encode(...),
    'json_encode of an array' => fn($o) => json_encode([[$o]], JSON_PARTIAL_OUTPUT_ON_ERROR),
    'http_build_query' => fn($o) => http_build_query($o),
    'var_export' => fn($o) => var_export($o, true),
    'compare' => fn($o) => $o == clone $o ? 'same' : 'not',
    'array_walk_recursive' => function ($o) {
        $all = [];
        $value = [&$o->node->list, $o->typed->list];
        array_walk_recursive($value, function ($v, $k) use (&$all) { suspend(); $all[] = is_object($v) ? 'object' : $v; });
        return implode(' ', $all);
    },
];
$writes = [
    'null' => function ($o) { $o->node = null; $o->typed = null; },
    'number' => function ($o) { $o->node = 5; $o->numbers = []; unset($o->dynamic); },
    'text' => function ($o) { $o->node = str_repeat('text', 3); },
    'other' => function ($o) { $o->node = new Node; $o->typed = new Node; $o->dynamic = 1; },
    'unset' => function ($o) { unset($o->node, $o->typed, $o->dynamic); },
    'inside' => function ($o) { $o->node->list = 7; $o->node->last = 2.5; $o->node->by_reference = 9; $o->node->part = 1; },
    'append' => function ($o) {
        for ($i = 0; $i < 40; $i++) { $o->node->list[] = $i; $o->node->by_reference[] = $i; $o->typed->list['deep'][0][] = $i; }
    },
    'deep' => function ($o) { $o->node->list['deep'] = 1; $o->typed->list['deep'][0] = null; $o->node->last->p = 3; },
    'reference unset' => function ($o) { unset($o->node->by_reference, $o->typed->by_reference); },
    'reference' => function ($o) { $o->node = &$GLOBALS['unrelated']; },
    'the way' => function ($o) { $o->node = 4; },
    'nothing' => fn($o) => null,
];

// The walk goes on with what it has begun. What the other coroutine writes is there whenever PHP code looks.
function run(Closure $walk, Closure $write, bool $dynamic, int $late): array
{
    $root = root($dynamic);
    $seen = null;
    $walker = spawn(function () use ($walk, $root) {
        try {
            return preg_replace('/#\d+/', '', $walk($root));
        } catch (TypeError $e) {
            return $e->getMessage();    // of array_walk_recursive(), as on stock
        }
    });
    $writer = spawn(function () use ($root, $write, $late, &$seen) {
        for ($i = 0; $i < $late; $i++) {
            suspend();
        }
        $write($root);
        suspend();
        $seen = var_export($root, true);
    });
    $result = await($walker);
    await($writer);
    $end = var_export($root, true);
    return [$result, $seen, $end];
}

$written = function (Closure $write, bool $dynamic): string {
    $root = root($dynamic);
    $write($root);
    return var_export($root, true);
};

$runs = 0;
set_error_handler(fn() => true);
foreach ($walks as $name => $walk) {
    foreach ([false, true] as $dynamic) {
        [$plain] = run($walk, $writes['nothing'], $dynamic, 0);
        foreach ($writes as $how => $write) {
            $expected = $written($write, $dynamic);
            foreach ([0, 1, 2, 3, 5, 8] as $late) {
                [$result, $seen, $end] = run($walk, $write, $dynamic, $late);
                $runs++;
                if ($how === 'the way' && $late < 2 && $result !== $plain) {
                    echo "$name, $late: another result\n";
                }
                if ($seen !== $expected || $end !== $expected) {
                    echo "$name, $how, $late: not written\n";
                }
            }
        }
    }
    gc_collect_cycles();
    echo "$name: ", Part::$alive, " left\n";
}
echo "$runs runs\n";
?>
--EXPECT--
serialize: 0 left
serialize of an array: 0 left
print_r: 0 left
print_r of an array: 0 left
var_dump: 0 left
debug_zval_dump: 0 left
json_encode: 0 left
json_encode of an array: 0 left
http_build_query: 0 left
var_export: 0 left
compare: 0 left
array_walk_recursive: 0 left
1728 runs
