--TEST--
The events of the time line are USDT probes, if async was built where sys/sdt.h is
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || !shell_exec('command -v readelf')) die('skip needs readelf');
preg_match('~^\S+ \S+ \S+ \S+ \S+ +(\S+async\S*\.so)$~m', file_get_contents('/proc/self/maps'), $match)
    or die('skip async is built into PHP');
str_contains((string) shell_exec('readelf -n ' . escapeshellarg($match[1])), 'Provider: async') or die('skip built without sys/sdt.h');
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, stats};

preg_match('~^\S+ \S+ \S+ \S+ \S+ +(\S+async\S*\.so)$~m', file_get_contents('/proc/self/maps'), $match);
$notes = shell_exec('readelf -n ' . escapeshellarg($match[1]));
preg_match_all('/Provider: async\s+Name: (\w+)\s+Location: (\w+), Base: \w+, Semaphore: (\w+)\s+Arguments: ([^\n]*)/', $notes, $probes, PREG_SET_ORDER);
$arguments = $semaphores = [];
foreach ($probes as [, $name, , $semaphore, $values]) {
    $arguments[$name] = count(explode(' ', trim($values)));
    $semaphores[$name] = hexdec($semaphore);
}
ksort($arguments);
print_r($arguments);
var_dump(count(array_unique($semaphores)) === count($semaphores), !in_array(0, $semaphores, true));

// As a tracer does it: a semaphore that is raised switches the clock on.
preg_match('~^([0-9a-f]+)-\S+ \S+ 0+ .*' . preg_quote($match[1]) . '$~m', file_get_contents('/proc/self/maps'), $base);
function raise(int $value)
{
    global $base, $semaphores;
    $memory = fopen('/proc/self/mem', 'r+b');
    stream_set_write_buffer($memory, 0);
    fseek($memory, hexdec($base[1]) + $semaphores['switch']);
    fwrite($memory, pack('S', $value));
}
await(spawn(fn() => 1));
raise(1);
for ($i = 0; $i < 200; $i++) { await(spawn(fn() => suspend())); }
raise(0);
for ($i = 0; $i < 200; $i++) { await(spawn(fn() => suspend())); }
var_dump(stats()['coroutines']);
?>
--EXPECT--
Array
(
    [end] => 1
    [mark] => 2
    [spawn] => 2
    [switch] => 3
    [turn] => 2
    [wake] => 2
)
bool(true)
bool(true)
int(1)
