--TEST--
ProcessPool: arguments, named ones too, results, closures and state of the parent, large values; the task runs in other processes
--EXTENSIONS--
posix
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, awaitAllOrFail};

final class Point
{
    public function __construct(public int $x, public ?Point $next = null)
    {
    }
}
$base = 10;
$scale = fn(int $n) => $n * $base;
$pool = new ProcessPool(function (int $n = 0, mixed ...$more) use ($scale) {
    static $calls = 0;
    return ['scaled' => $scale($n), 'more' => $more, 'pid' => getmypid(), 'calls' => ++$calls];
}, workers: 1);

$first = await($pool->submit(4, 'a', null));
echo $first['scaled'], ' ', json_encode($first['more']), ' ', $first['pid'] !== getmypid() ? 'elsewhere' : 'here', "\n";
$second = await($pool->submit(n: 5, key: 'by name'));
echo $second['scaled'], ' ', json_encode($second['more']), ' ', $second['calls'], "\n";
var_dump($second['pid'] === $first['pid'], $pool->getWorkerCount(), $pool->getQueuedCount(), $pool->getRunningCount());

$objects = new ProcessPool(function (Point $point) {
    $point->x++;
    return $point;
});
$answer = await($objects->submit(new Point(1, new Point(2))));
echo get_class($answer), ' ', $answer->x, ' ', $answer->next->x, "\n";

$large = new ProcessPool('strrev', workers: 2);
foreach ([0, 1, 16000, 16384, 16385, 100000, 5_000_000, 10, 6_000_000] as $length) {
    $text = str_repeat('ab', intdiv($length, 2)) . str_repeat('c', $length % 2);
    if (await($large->submit($text)) !== strrev($text)) {
        echo "wrong answer of $length bytes\n";
    }
}
// Many at once: each gets its own answer.
$futures = [];
for ($i = 0; $i < 300; $i++) {
    $futures[$i] = $large->submit("job $i");
}
foreach (awaitAllOrFail($futures) as $i => $answer) {
    if ($answer !== strrev("job $i")) {
        echo "wrong answer to job $i\n";
    }
}
var_dump($large->getWorkerCount() <= 2);

// A value that cannot be serialized is refused where it stands.
try {
    $large->submit(fn() => 1);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($large->getQueuedCount());
?>
--EXPECT--
40 ["a",null] elsewhere
50 {"key":"by name"} 2
bool(true)
int(1)
int(0)
int(0)
Point 2 2
bool(true)
Serialization of 'Closure' is not allowed
int(0)
