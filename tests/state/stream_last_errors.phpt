--TEST--
stream_last_errors() returns the errors of the coroutine; Fibers of one coroutine share them, as on stock PHP
--SKIPIF--
<?php if (!function_exists('stream_last_errors')) die('skip stream_last_errors() came with PHP 8.6'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

$context = stream_context_create(
    ['stream' => ['error_mode' => StreamErrorMode::Silent, 'error_store' => StreamErrorStore::All]]
);
$fail = fn(string $name) => fopen(__DIR__ . "/none/$name", 'r', false, $context);
$count = fn(): int => count(stream_last_errors());

$fibers = function () use ($fail, $count): array {
    $seen = [$count()];
    $fail('before');
    $fiber = new Fiber(function () use ($fail, $count, &$seen) {
        $seen[] = $count();
        delay(1);
        $seen[] = $count();
        stream_clear_errors();
        Fiber::suspend();
        $seen[] = $count();
        $fail('in the Fiber');
    });
    $fiber->start();
    $seen[] = $count();
    $fail('outside');
    delay(1);
    $fiber->resume();
    $seen[] = $count();
    stream_clear_errors();
    $seen[] = $count();
    return $seen;
};
echo 'main: ', implode(' ', $fibers()), "\n";
$fail('main');
$coroutines = [];
for ($i = 0; $i < 3; $i++) {
    $coroutines[] = spawn($fibers);
}
foreach ($coroutines as $coroutine) {
    echo 'coroutine: ', implode(' ', await($coroutine)), "\n";
}
echo 'main: ', $count(), "\n";
// Errors end with their coroutine.
for ($round = 1; $round <= 3; $round++) {
    for ($i = 0; $i < 100; $i++) {
        await(spawn(function () use ($fail) {
            $fail('dropped');
            delay(0);
        }));
    }
    $used[$round] = memory_get_usage();
}
echo 'memory: ';
var_dump($used[3] - $used[2] < 1000);
?>
--EXPECT--
main: 0 1 1 0 1 1 0
coroutine: 0 1 1 0 1 1 0
coroutine: 0 1 1 0 1 1 0
coroutine: 0 1 1 0 1 1 0
main: 1
memory: bool(true)
