--TEST--
Async\Testing\run(): each stream, connection and process that a test has left is listed with the place where it was opened
--FILE--
<?php
use Async\Testing\LeakException;
use function Async\{await, delay, spawn};
use function Async\Testing\run;

final class Kept
{
    public static array $values = [];
}

$folder = sys_get_temp_dir() . '/opened_' . uniqid(getmypid() . '_');
mkdir($folder);
register_shutdown_function(function () use ($folder) {
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
});

/** What opens something: its name, and one line of code each. The value that is kept, or 'skip'. */
$opens = [
    'bzopen' => 'return bzopen("$folder/x.bz2", "w");',
    'dir' => 'return dir("/");',
    'fopen' => 'return fopen($file, "r");',
    'fsockopen' => 'return fsockopen("127.0.0.1", $port);',
    'gzopen' => 'return gzopen("$folder/x.gz", "w");',
    'mysqli_init' => 'return mysqli_init();',
    'opendir' => 'return opendir("/");',
    'popen' => 'return popen("exit 0", "r");',
    'proc_open' => 'return [proc_open("exit 0", [["pipe", "r"], ["pipe", "w"]], $pipes), $pipes];',
    'socket_create' => 'return socket_create(AF_INET, SOCK_STREAM, 0);',
    'socket_create_listen' => 'return socket_create_listen(0);',
    'socket_create_pair' => 'socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair); return $pair[0];',
    'socket_export_stream' => 'return socket_export_stream(socket_create(AF_INET, SOCK_STREAM, 0));',
    'stream_socket_accept' => '$c = stream_socket_client("tcp://127.0.0.1:$port"); return [$c, stream_socket_accept($server)];',
    'stream_socket_client' => 'return stream_socket_client("tcp://127.0.0.1:$port");',
    'stream_socket_pair' => 'return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);',
    'stream_socket_server' => 'return stream_socket_server("tcp://127.0.0.1:0");',
    'tmpfile' => 'return tmpfile();',
    'call_user_func' => 'return call_user_func("fopen", $file, "r");',
    'DirectoryIterator' => 'return new DirectoryIterator("/");',
    'Memcached' => 'return new Memcached();',
    'PDO' => 'return new PDO("sqlite::memory:");',
    'PDO, extended' => 'return new class("sqlite::memory:") extends PDO {};',
    'PDO, with a constructor' => 'return new class extends PDO { function __construct() { parent::__construct("sqlite::memory:"); } };',
    'Redis' => 'return new Redis();',
    'SplFileObject' => 'return new SplFileObject($file);',
    'openFile' => 'return (new SplFileInfo($file))->openFile();',
    'SQLite3' => 'return new SQLite3(":memory:");',
];

$file = __FILE__;
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$checked = 0;
foreach ($opens as $name => $code) {
    $class = preg_replace('/,.*/', '', $name);
    if (!function_exists($class) && !class_exists($class) && $name !== 'openFile') {
        continue;
    }
    // The code stands in line 3 of a file that exists only here.
    $open = eval("\n\nreturn function () use (\$file, \$folder, \$port, \$server) {\n\n$code\n};");
    foreach ([null, 1] as $seed) {
        try {
            run(function () use ($open) {
                await(spawn(fn() => Kept::$values[] = $open()));
                // What was closed is not left, and has no place.
                fclose(fopen(__FILE__, 'r'));
            }, $seed);
            echo "WRONG $name: nothing is left\n";
        } catch (LeakException $e) {
            foreach ($e->leaks as $line) {
                if (!preg_match('/, opened at \S+opened\.php\(\d+\) : eval\(\)\'d code:5$/', $line)) {
                    echo "WRONG $name: $line\n";
                }
            }
        }
        Kept::$values = [];
    }
    $checked++;
}
echo $checked > 15 ? "checked\n" : "WRONG: only $checked\n";

echo "-- two coroutines that open at the same time\n";
try {
    run(function () use ($port, $server) {
        $one = spawn(function () use ($port) {
            for ($i = 0; $i < 3; $i++) {
                Kept::$values[] = stream_socket_client("tcp://127.0.0.1:$port");    // line A
            }
        });
        for ($i = 0; $i < 3; $i++) {
            Kept::$values[] = stream_socket_accept($server);                        // line B
        }
        await($one);
    });
} catch (LeakException $e) {
    $lines = [];
    foreach (file(__FILE__) as $number => $text) {
        if (preg_match('~// line ([AB])$~', $text, $found)) $lines[$number + 1] = $found[1];
    }
    foreach ($e->leaks as $line) {
        preg_match('/#(\d+) .*:(\d+) to .*:(\d+), opened at .*:(\d+)$/', $line, $found);
        $is = $lines[$found[4]] ?? '?';
        $seen[$is] = ($seen[$is] ?? 0) + 1;
        if ($is !== ($found[2] == $port ? 'B' : 'A')) echo "WRONG: $line\n";
    }
    ksort($seen);
    echo json_encode($seen), "\n";
}
Kept::$values = [];

echo "-- very many that were closed\n";
$before = memory_get_usage();
run(function () {
    for ($i = 0; $i < 20_000; $i++) {
        fclose(fopen('php://memory', 'r'));
    }
});
var_dump(memory_get_usage() - $before < 1_000_000);

echo "-- nested runs\n";
try {
    run(function () {
        Kept::$values[] = fopen(__FILE__, 'r');
        run(fn() => fclose(fopen(__FILE__, 'r')));
        try {
            run(fn() => Kept::$values[] = [fopen(__FILE__, 'r')]);
        } catch (LeakException $e) {
            echo count($e->leaks), ' ', substr_count($e->getMessage(), 'opened at'), "\n";
        }
    });
} catch (LeakException $e) {
    echo count($e->leaks), ' ', substr_count($e->getMessage(), 'opened at'), "\n";
}
?>
--EXPECT--
checked
-- two coroutines that open at the same time
{"A":3,"B":3}
-- very many that were closed
bool(true)
-- nested runs
1 1
2 2
