--TEST--
The last reference on a coroutine is dropped after the end of the asynchronous part: its record is freed at once (P13)
--FILE--
<?php
// Debug builds of PHP report the memory of a record that is not freed.
use Async\Pool;
use function Async\{spawn, suspend};

$pools = [
    'with a reset' => new Pool(fn() => new stdClass, reset: fn() => true),
    'with a destructor' => new Pool(fn() => new stdClass, destructor: fn() => print("destroyed\n"), healthcheck: fn() => true),
    'plain' => new Pool(fn() => new stdClass),
];
foreach ($pools as $pool) {
    spawn(function () use ($pool) {
        $pool->acquire();
    });
}
spawn(function () {
    echo "the script ends\n";
    exit;
});
while (true) {
    suspend();
}
?>
--EXPECT--
the script ends
destroyed
