--TEST--
Functions that mark what they work on, below callbacks of any other function: coroutines do not see each other's marks (D35, P10)
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* Each process makes its first switch below one of these, and then meets all of the others. */
$ways = [
    'array_map', 'array_filter', 'usort', 'call_user_func', 'call_user_func_array', 'array_reduce', 'invoke', 'Fiber',
    'reflection', 'protect', 'none',
];
$code = <<<'CODE'
    use function Async\{await, protect, spawn, suspend};

    final class Magic implements ArrayAccess, Countable, IteratorAggregate, JsonSerializable
    {
        private static function wait(mixed $result): mixed
        {
            suspend();
            return $result;
        }

        public function __get(string $name): mixed { return self::wait($name); }
        public function __set(string $name, mixed $value): void { suspend(); }
        public function __isset(string $name): bool { return self::wait(true); }
        public function __unset(string $name): void { suspend(); }
        public function __call(string $name, array $arguments): mixed { return self::wait($name); }
        public function __toString(): string { return self::wait('text'); }
        public function __serialize(): array { return self::wait([1]); }
        public function __unserialize(array $data): void { suspend(); }
        public function __debugInfo(): array { return self::wait([1]); }
        public function __clone() { suspend(); }
        public function jsonSerialize(): array { return self::wait([1]); }
        public function count(): int { return self::wait(3); }
        public function offsetExists(mixed $offset): bool { return self::wait(true); }
        public function offsetGet(mixed $offset): mixed { return self::wait($offset); }
        public function offsetSet(mixed $offset, mixed $value): void { suspend(); }
        public function offsetUnset(mixed $offset): void { suspend(); }
        public function getIterator(): Generator { suspend(); yield self::wait(1); }
    }

    function way(string $way, Closure $body): mixed
    {
        $result = null;
        $keep = function () use ($body, &$result) {
            $result = $body();
            return 0;
        };
        match ($way) {
            'array_map' => array_map($keep, [1]),
            'array_filter' => array_filter([1], $keep),
            'usort' => (function () use ($keep) { $two = [1, 2]; usort($two, $keep); })(),
            'call_user_func' => call_user_func($keep),
            'call_user_func_array' => call_user_func_array($keep, []),
            'array_reduce' => array_reduce([1], $keep),
            'invoke' => [$keep, '__invoke'](),
            'Fiber' => (new Fiber($keep))->start(),
            'reflection' => (new ReflectionFunction($keep))->invoke(),
            'protect' => protect($keep),
            'none' => $keep(),
        };
        return $result;
    }

    $magic = new Magic;
    $array = ['a' => ['b' => $magic]];
    $calls = [
        'get' => [fn() => $magic->one, 'one'],
        'set' => [fn() => $magic->one = 1, 1],
        'isset' => [fn() => isset($magic->one), true],
        'coalesce' => [fn() => $magic->one ?? 'none', 'one'],
        'unset' => [function () use ($magic) { unset($magic->one); }, null],
        'call' => [fn() => $magic->anything(), 'anything'],
        'string' => [fn() => "$magic", 'text'],
        'has offset' => [fn() => isset($magic['x']), true],
        'offset' => [fn() => $magic['x'], 'x'],
        'set offset' => [fn() => $magic['x'] = 1, 1],
        'count' => [fn() => count($magic), 3],
        'iterate' => [fn() => iterator_to_array($magic), [1]],
        'foreach' => [function () use ($magic) { foreach ($magic as $value) { return $value; } }, 1],
        'clone' => [fn() => get_class(clone $magic), 'Magic'],
        'json' => [fn() => json_encode($array), '{"a":{"b":[1]}}'],
        'print_r' => [fn() => str_contains(print_r($array, true), 'RECURSION'), false],
        'serialize' => [fn() => strlen(serialize($array)) > 20, true],
        'compare' => [fn() => [$magic, 1] == ['text', 1], true],
        'walk' => [function () use ($array) {
            $seen = 0;
            array_walk_recursive($array, function () use (&$seen) {
                suspend();
                $seen++;
            });
            return $seen;
        }, 1],
    ];
    $first = explode(' ', getenv('FIRST'));
    await(spawn(fn() => way($first[0], fn() => way($first[1], suspend(...)))));
    foreach (explode(' ', getenv('WAYS')) as $way) {
        foreach ($calls as $name => [$call, $wanted]) {
            $several = array_map(fn() => spawn(fn() => way($way, $call)), [1, 2]);
            foreach ($several as $one) {
                if (await($one) !== $wanted) {
                    echo "$name below $way: BROKEN\n";
                }
            }
        }
    }
    echo "done\n";
    CODE;
putenv('WAYS=' . implode(' ', $ways));
foreach ($ways as $way) {
    foreach (['none', 'array_map'] as $inner) {
        putenv("FIRST=$way $inner");
        [$output, $status] = run_php($code);
        if ($output !== "done\n" || $status !== 0) {
            echo "$way $inner: BROKEN, status $status: ", substr($output, 0, 300), "\n";
        }
    }
}
echo count($ways), " ways\n";
?>
--EXPECT--
11 ways
