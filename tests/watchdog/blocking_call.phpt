--TEST--
A stock function that blocks the thread is reported when it returns, with its duration and its line
--INI--
async.max_activity_interval=30
--FILE--
<?php
use function Async\{spawn, await};

$seen = [];
set_error_handler(function (int $type, string $text, string $file, int $line) use (&$seen) {
    preg_match('/for more than (\d+) ms/', $text, $ms);
    $seen[] = [$line, (int) $ms[1]];
    return true;
});
$start = hrtime(true);
hash_pbkdf2('sha256', 'x', 'y', 1000);
$iterations = (int) (1000 * 800e6 / (hrtime(true) - $start));

await(spawn(function () use ($iterations, &$took) {
    $start = hrtime(true);
    $key = hash_pbkdf2('sha256', 'x', 'y', $iterations);
    $took = (hrtime(true) - $start) / 1e6;
    echo strlen($key), "\n";
}));
[[$line, $ms]] = $seen;
// The helper saw the start at its next check: a quarter of the interval, plus delays of a busy machine.
var_dump(count($seen), $line, $ms >= 30 && $ms <= $took, $ms > $took / 4);
?>
--EXPECT--
64
int(1)
int(16)
bool(true)
bool(true)
