--TEST--
A stream or directory closed in each wait of another call, and used in each wait of its close (D28)
--EXTENSIONS--
zlib
posix
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/stream_pairs.inc';
set_error_handler(fn() => true);
foreach (['user wrapper', 'filters on a file', 'directory', 'directory object'] as $kind) {
    check_kind($kind, 2, ['fclose', 'closedir', 'closedir of the last', 'close']);
}

// A lock that is waited for: the call fails, as others that are under way when their stream is closed.
$file = tempnam(sys_get_temp_dir(), 'pair');
flock($holder = fopen($file, 'r+'), LOCK_EX);
foreach ([LOCK_EX, LOCK_SH] as $operation) {
    $stream = fopen($file, 'r+');
    $waiting = spawn(fn() => result_of(fn($stream) => flock($stream, $operation), $stream));
    suspend();
    var_dump(fclose($stream));
    echo await($waiting), "\n";
    // Two that wait, and two that close.
    $stream = fopen($file, 'r+');
    $calls = [];
    foreach (['flock', 'flock', 'fclose', 'fclose'] as $function) {
        $calls[] = spawn(fn() => result_of(fn() => $function($stream, ...($function === 'flock' ? [$operation] : [])), null));
        suspend();
    }
    foreach ($calls as $call) {
        echo await($call), "\n";
    }
}
fclose($holder);
unlink($file);
?>
--EXPECTF--
user wrapper: pairs, 0 wrong, 0 open
filters on a file: pairs, 0 wrong, 0 open
directory: pairs, 0 wrong, 0 open
directory object: pairs, 0 wrong, 0 open
bool(true)
false
false
false
true
TypeError: fclose(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
bool(true)
false
false
false
true
TypeError: fclose(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
