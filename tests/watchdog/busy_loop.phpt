--TEST--
async.max_activity_interval: a coroutine that blocks the thread is named with its place and its stack (OPT-01, CO-05)
--INI--
async.max_activity_interval=20
--FILE--
<?php
use function Async\{spawn, await, currentCoroutine};

$seen = [];
set_error_handler(function (int $type, string $text, string $file, int $line) use (&$seen) {
    // Newer PHP puts the place of a closure into its name, and checks interrupts at the end of internal calls.
    $text = preg_replace(['/\{closure:[^}]*\}/', '/hrtime\(\) < /'], ['{closure}', ''], str_replace(__DIR__ . '/', '', $text));
    $seen[] = [$type, $text, basename($file), $line, currentCoroutine()->getId()];
    return true;
});

class Work
{
    function loop(array &$seen): void
    {
        $limit = hrtime(true) + 30e9;
        while (!$seen && hrtime(true) < $limit);
    }
}

function work(array &$seen): void
{
    array_map(function ($work) use (&$seen) {
        $work->loop($seen);
    }, [new Work]);
}

// On a busy machine the warning may come before the loop.
$tries = 0;
do {
    $seen = [];
    $busy = spawn(function () use (&$seen) {
        work($seen);
    });
    await($busy);
    [$type, $text, $file, $line, $id] = $seen[0];
} while ($line !== 17 && ++$tries < 20);
preg_match('/for more than (\d+) ms/', $text, $ms);
var_dump($type === E_WARNING, $file, $line, $id === $busy->getId(), $ms[1] >= 20 && $ms[1] < 30000);
echo preg_replace('/than \d+ ms/', 'than N ms', str_replace("Coroutine #$id ", 'Coroutine #N ', $text)), "\n";
?>
--EXPECT--
bool(true)
string(13) "busy_loop.php"
int(17)
bool(true)
bool(true)
Coroutine #N spawned at busy_loop.php:32 has held the thread for more than N ms, now at busy_loop.php:17: Work::loop() busy_loop.php:17 < {closure}() busy_loop.php:24 < array_map() < work() busy_loop.php:23 < {closure}() busy_loop.php:33
