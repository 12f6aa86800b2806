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

// The helper sees the start at its next check. A busy machine may delay that one, or the measurement above.
$tries = 0;
do {
    $seen = [];
    $length = await(spawn(function () use ($iterations, &$took) {
        $start = hrtime(true);
        $key = hash_pbkdf2('sha256', 'x', 'y', $iterations);
        $took = (hrtime(true) - $start) / 1e6;
        return strlen($key);
    }));
    [$line, $ms] = $seen[0] ?? [0, 0];
    $iterations = (int) ($iterations * max(1, 800 / $took));
} while ($ms <= $took / 4 && ++$tries < 20);
var_dump($length, count($seen), $line, $ms >= 30 && $ms <= $took, $ms > $took / 4);
?>
--EXPECT--
int(64)
int(1)
int(20)
bool(true)
bool(true)
