--TEST--
async.max_activity_interval: off by default, without a thread; set, changed and turned off while the program runs
--FILE--
<?php
use function Async\{spawn, suspend};

function threads(): int|string
{
    return is_dir('/proc/self/task') ? count(scandir('/proc/self/task')) - 2 : 'unknown';
}
/** The kernel lists a thread that has ended for a moment longer. */
function threads_are(int|string $expected): bool
{
    for ($i = 0; $i < 100 && threads() !== $expected; $i++) {
        usleep(1000);
    }
    return threads() === $expected;
}
function busy(float $seconds = 0.3): string
{
    global $warnings;
    $warnings = 0;
    suspend();
    for ($end = hrtime(true) + $seconds * 1e9; !$warnings && hrtime(true) < $end;);
    return $warnings ? 'warned' : 'quiet';
}
set_error_handler(function (int $type, string $text) {
    if (!str_contains($text, 'held the thread')) echo $text, "\n";
    return (bool) ++$GLOBALS['warnings'];
});
$one = threads();
var_dump(ini_get('async.max_activity_interval'));
ini_set('async.max_activity_interval', 10);
var_dump(threads() === $one);       // nothing to watch yet
ini_set('async.max_activity_interval', 0);
spawn(fn() => 1);
suspend();
$before = threads();
echo busy(), "\n";
var_dump(threads() === $before, ini_set('async.max_activity_interval', '20'));
var_dump($before === 'unknown' || threads() === $before + 1);
echo busy(30), "\n";
ini_set('async.max_activity_interval', '100K');
echo busy(), "\n";
ini_set('async.max_activity_interval', 20);
echo busy(30), "\n";
ini_set('async.max_activity_interval', 0);
var_dump(threads_are($before));
echo busy(), "\n";
ini_set('async.max_activity_interval', PHP_INT_MAX);
echo busy(), "\n";
var_dump(ini_set('async.max_activity_interval', '-1'), ini_get('async.max_activity_interval') == PHP_INT_MAX);
ini_restore('async.max_activity_interval');
var_dump(threads_are($before));
ini_set('async.max_activity_interval', 20);     // the end of the request takes it away
?>
--EXPECT--
string(1) "0"
bool(true)
quiet
bool(true)
string(1) "0"
bool(true)
warned
quiet
warned
bool(true)
quiet
quiet
async.max_activity_interval must be 0 (off) or a number of milliseconds, -1 given
bool(false)
bool(true)
bool(true)
