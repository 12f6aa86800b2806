--TEST--
The end of the process does not wait for what was abandoned: each kind of wait, by each way to end (P5, P8)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL')) die('skip measures time');
require __DIR__ . '/../dns/names.inc';
skip_without_own_resolver();
?>
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../dns/names.inc';
require __DIR__ . '/../files/slow_disk.inc';
own_names('timeout:30 attempts:1');
// Without the file system of the test its waits are left out.
$disk = slow_disk_error() === null ? slow_disk() : null;
$folder = sys_get_temp_dir() . '/exit-' . uniqid(getmypid() . '_');
mkdir($folder);
posix_mkfifo("$folder/fifo", 0600);
touch("$folder/lock");
$locked = fopen("$folder/lock", 'r+');
flock($locked, LOCK_EX);

$kinds = [
    'nothing' => 'null',
    'sleep' => 'sleep(20)',
    'name' => 'gethostbyname("hung1.test")',
    'names' => '$GLOBALS["more"] = array_map(fn($i) => Async\spawn(fn() => gethostbyname("hung$i.test")), range(1, 10)); sleep(20)',
    'record' => 'dns_get_record("hung2.test", DNS_MX)',
    'connect' => '@fsockopen("hung3.test", 80)',
    'address' => 'gethostbyaddr("192.0.2.1")',
    'fifo' => "@fopen('$folder/fifo', 'r')",
    'fifo to write' => "@fopen('$folder/fifo', 'w')",
    'lock' => "flock(\$f = fopen('$folder/lock', 'r+'), LOCK_EX)",
    'socket' => 'fgets(stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)[0])',
    'accept' => '@stream_socket_accept(stream_socket_server("tcp://127.0.0.1:0"), 20)',
    'process' => 'pcntl_waitpid((int) proc_get_status($GLOBALS["p"] = proc_open(["sleep", "20"], [], $pipes))["pid"], $status)',
    'channel' => '(new Async\Channel)->receive()',
];
if ($disk) {
    $kinds += [
        'slow read' => "@fread(fopen('$disk/slow-20000', 'r'), 8192)",
        'slow reads' => "\$GLOBALS['more'] = array_map(fn(\$i) => Async\\spawn(fn() => @fread(fopen('$disk/slow-20000', 'r'), 8192)), range(1, 10)); sleep(20)",
        'slow file' => "@file_get_contents('$disk/slow-20000')",
        'slow lines' => "@file('$disk/slow-20000')",
        'slow copy' => "@copy('$disk/slow-20000', '$folder/copy')",
        'slow hash' => "@md5_file('$disk/slow-20000')",
        'slow readfile' => "@readfile('$disk/slow-20000')",
    ];
}
$endings = [
    'exit' => 'exit(3);',
    'cancelled' => '$cancel(); Async\delay(5);',
    'fatal error' => '@trigger_error("x", E_USER_ERROR);',
    'shutdown' => 'Async\gracefulShutdown();',
];

/** Milliseconds from the last shutdown function to the end of the process. */
function milliseconds(string $kind, string $ending): float
{
    $file = tempnam(sys_get_temp_dir(), 'exit');
    [$output, $status] = run_php('$file = ' . var_export($file, true) . ';' . <<<PHP
        \$c = Async\\spawn(function () { $kind; });
        \$cancel = fn() => array_map(fn(\$c) => \$c->cancel(), [\$c, ...(\$GLOBALS['more'] ?? [])]);
        register_shutdown_function(function () use (\$file) {
            isset(\$GLOBALS['p']) && proc_terminate(\$GLOBALS['p'], 9);
            unset(\$GLOBALS['p']);
            file_put_contents(\$file, hrtime(true));
        });
        Async\\delay(40);
        $ending
        PHP);
    $ms = (hrtime(true) - (int) file_get_contents($file)) / 1e6;
    unlink($file);
    if (!in_array($status, [0, 3, 255])) {
        echo "BROKEN: $kind, $ending: status $status, $output\n";
    }
    return $ms;
}

$slow = 0;
foreach ($endings as $ending => $code) {
    $usual = INF;
    foreach ($kinds as $kind => $call) {
        // The machine may be busy.
        for ($i = 0, $best = INF; $i < 20 && $best > min($usual, 100) + 50; $i++) {
            $best = min($best, milliseconds($call, $code));
        }
        $usual = $kind === 'nothing' ? $best : $usual;
        if ($best > $usual + 50) {
            printf("%s, %s: %d ms, without it %d ms\n", $kind, $ending, $best, $usual);
            $slow++;
        }
    }
}
echo count($kinds) * count($endings) >= 56 ? "$slow slow\n" : "BROKEN\n";
$disk && slow_disk_end($disk);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
0 slow
