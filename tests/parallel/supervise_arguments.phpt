--TEST--
supervise() refuses numbers out of range and calls without an event loop; a worker begins as a new program
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{await, currentCoroutine, currentScope, delay, getCoroutines, globalScope, spawn, supervise};
require __DIR__ . '/supervise.inc';

$refused = function (...$arguments) {
    try {
        supervise(...$arguments);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
};
$nothing = fn() => null;
$refused(-1, $nothing);
$refused(1025, $nothing);
$refused(1, 'no_function');
foreach (['gracePeriod', 'backoff', 'maxBackoff', 'settleTime'] as $name) {
    $refused(1, $nothing, ...[$name => -1]);
}
$refused(1, $nothing, gracePeriod: PHP_INT_MAX);

echo "-- the worker\n";
$reports = new Reports;
mt_srand();
mt_rand();
$other = spawn(function () {
    delay(1_000_000);
});
$outer = new Async\Scope;
$caller = $outer->spawn(function () use ($reports, $other) {
    Async\currentContext()->set('key', 'value');
    return supervise(2, function (...$arguments) use ($reports, $other) {
        $reports->say(json_encode([
            'arguments' => count($arguments),
            'coroutines' => count(getCoroutines()),
            'the other one goes on' => !$other->isCompleted(),
            'in the global scope' => currentScope() === globalScope(),
            'context' => Async\currentContext()->find('key'),
            'name' => currentCoroutine()->getName() === "worker $arguments[0]",
            'spawned here' => currentCoroutine()->getSpawnFileAndLine()[0] === __FILE__,
        ]));
        $reports->say((string) mt_rand());
    });
});
$numbers = [];
for ($i = 0; $i < 4; $i++) {
    $line = $reports->next();
    if ($line[0] === '{') {
        echo $line, "\n";
    } else {
        $numbers[$line] = true;
    }
}
echo count($numbers), " different random numbers\n";
var_dump(await($caller));

echo "-- 0 workers: one for each processor\n";
$status = supervise(0, fn($worker) => $reports->say("worker $worker"));
$usable = preg_match('/^Cpus_allowed:\s*([0-9a-f,]+)$/m', @file_get_contents('/proc/self/status'), $mask)
    ? substr_count(implode(array_map(decbin(...), array_map(hexdec(...), explode(',', $mask[1])))), '1') : 1;
echo count($reports->sorted($usable)) === $usable ? "as many\n" : "not as many\n";
$other->cancel();

register_shutdown_function(fn() => $refused(1, $nothing));
?>
--EXPECT--
ValueError: Async\supervise(): Argument #1 ($workers) must be between 0 and 1024
ValueError: Async\supervise(): Argument #1 ($workers) must be between 0 and 1024
TypeError: Async\supervise(): Argument #2 ($main) must be a valid callback, function "no_function" not found or invalid function name
ValueError: Async\supervise(): Argument #3 ($gracePeriod) must be between 0 and 31622400000
ValueError: Async\supervise(): Argument #4 ($backoff) must be between 0 and 31622400000
ValueError: Async\supervise(): Argument #5 ($maxBackoff) must be between 0 and 31622400000
ValueError: Async\supervise(): Argument #6 ($settleTime) must be between 0 and 31622400000
ValueError: Async\supervise(): Argument #3 ($gracePeriod) must be between 0 and 31622400000
-- the worker
{"arguments":1,"coroutines":1,"the other one goes on":false,"in the global scope":true,"context":null,"name":true,"spawned here":true}
{"arguments":1,"coroutines":1,"the other one goes on":false,"in the global scope":true,"context":null,"name":true,"spawned here":true}
2 different random numbers
int(0)
-- 0 workers: one for each processor
as many
Async\AsyncException: Cannot supervise workers: the request is shutting down, and its coroutines have ended
