--TEST--
A signal with a handler ends a wait as on stock PHP: each function, with and without asynchronous handlers and restarts, in main and in a coroutine, alone and beside others (D41, D32)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('the signals come at fixed times');
?>
--FILE--
<?php
// schedules: none: signals come at any time
require __DIR__ . '/../inc/child.php';

const CASES = __DIR__ . '/ended_waits.inc';
const OPTIONAL = ['sockets', 'curl', 'sysvmsg'];

/** Stock PHP with the same extensions. */
function stock(): string
{
    $php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
    $options = '-n -d extension_dir=' . escapeshellarg(ini_get('extension_dir'));
    exec(escapeshellarg($php) . ' -n -m', $built_in);
    foreach (['pcntl', 'posix', ...OPTIONAL] as $name) {
        if (extension_loaded($name) && !in_array($name, $built_in)) {
            $options .= " -d extension=$name";
        }
    }
    return escapeshellarg($php) . " $options";
}
function start(string $php, string $directory, int $slower, string $arguments, array $cases): mixed
{
    @mkdir($directory);
    @unlink("$directory/results");
    $log = ['file', "$directory/log", 'w'];
    $names = implode(' ', array_map(escapeshellarg(...), $cases));
    return proc_open('exec timeout -s KILL 60 ' . $php . ' ' . CASES . ' ' . escapeshellarg($directory) . " $slower $arguments $names",
        [['file', '/dev/null', 'r'], $log, $log], $pipes);
}
function results(mixed $process, string $directory): array
{
    proc_close($process);
    return is_file("$directory/results") ? unserialize(file_get_contents("$directory/results")) : ['' => 'it ended early'];
}

/** All cases, or those of the names, with and without the extension. Returns what differs. */
function compare(int $slower, array $cases): array
{
    $base = sys_get_temp_dir() . '/ended_waits.' . uniqid(getmypid() . '_');
    @mkdir($base);
    $wrong = [];
    $running = [];
    foreach (['async restart', 'async end', 'sync restart', 'sync end'] as $signals) {
        foreach (['stock main', 'alone main', 'alone coroutine', 'beside main', 'beside coroutine'] as $where) {
            $php = $where === 'stock main' ? stock() : php_command();
            $directory = "$base/" . strtr("$signals $where", ' ', '-');
            $running[$signals][$where] = [start($php, $directory, $slower, "$signals $where", $cases), $directory];
        }
    }
    foreach ($running as $signals => $processes) {
        $stock = results(...$processes['stock main']);
        unset($processes['stock main']);
        foreach ($processes as $where => $process) {
            $results = results(...$process);
            foreach ($stock + $results as $name => $ignored) {
                if (($stock[$name] ?? null) !== ($results[$name] ?? null)) {
                    $wrong[$name]["$signals $where"] = "stock: " . json_encode($stock[$name] ?? null) . ', async: ' . json_encode($results[$name] ?? null);
                }
            }
        }
    }
    exec('rm -r ' . escapeshellarg($base));
    return $wrong;
}

// A busy machine may delay a process until its signals are over: what differs is tried again with later signals.
$wrong = compare(1, []);
foreach ([4, 12] as $slower) {
    if ($wrong) {
        $wrong = compare($slower, isset($wrong['']) ? [] : array_keys($wrong));
    }
}
foreach ($wrong as $name => $hows) {
    ksort($hows);
    foreach ($hows as $how => $difference) {
        echo "$name, $how: $difference\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
