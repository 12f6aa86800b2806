--TEST--
Four dead disks hold up no coroutine that does not read from them; cancelled reads give their places back (P5, P11)
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL')) die('skip measures time');
require __DIR__ . '/slow_disk.inc';
if ($why = slow_disk_error()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/slow_disk.inc';
use function Async\{spawn, await, delay, timeout};

$all_disks = [];
$folder = sys_get_temp_dir() . '/slow-' . uniqid(getmypid() . '_');
mkdir($folder);
file_put_contents("$folder/file", str_repeat("line\n", 1000));

/** What does not touch the disks. */
$others = [
    'name' => fn() => gethostbyname('localhost'),
    'names' => fn() => count(array_map(Async\await(...), array_map(fn() => spawn(fn() => gethostbyname('localhost')), range(1, 10)))),
    'connect' => fn() => [@stream_socket_client('tcp://localhost:1', $code, $why, 5), $code],
    'fsync' => fn() => fsync(fopen("$folder/file", 'r+')),
    'large write' => fn() => fwrite(fopen("$folder/large", 'w'), str_repeat('x', 4 << 20)),
    'read' => fn() => strlen(file_get_contents("$folder/file")),
    'copy' => fn() => copy("$folder/file", "$folder/copy") && filesize("$folder/copy") === 5000,
    'exec' => fn() => exec('echo hi'),
    'lock' => fn() => flock(fopen("$folder/file", 'r'), LOCK_EX),
];
if (extension_loaded('curl')) {
    $others['curl'] = function () {
        curl_setopt($c = curl_init('http://localhost:1/'), CURLOPT_RETURNTRANSFER, true);
        return [curl_exec($c), curl_errno($c)];
    };
}
$alone = array_map(fn($call) => $call(), $others);

/** The calls that take more than five seconds, or give another answer. */
function hold_ups(): string
{
    global $others, $alone;
    $started = array_map(fn($call) => spawn($call), $others);
    $late = [];
    foreach ($started as $name => $coroutine) {
        try {
            if (await($coroutine, timeout(5000)) !== $alone[$name]) {
                $late[] = "$name: another answer";
            }
        } catch (Async\AwaitCancelledException) {
            $coroutine->cancel();
            $late[] = $name;
        }
    }
    return implode(', ', $late) ?: 'none';
}

/** Start a call for each disk, $count times. */
function begin(int $count, callable $call): array
{
    global $disks;
    $begun = [];
    for ($i = 0; $i < $count; $i++) {
        foreach ($disks as $disk) {
            $begun[] = spawn(fn() => $call("$disk/slow-20000"));
        }
    }
    delay(20);
    return $begun;
}
$give_up = function (array $begun) {
    foreach ($begun as $coroutine) {
        $coroutine->cancel();
    }
    delay(1);
};

$calls = [
    'reads' => fn($file) => @fread(fopen($file, 'r'), 8192),
    'writes' => fn($file) => @fwrite(fopen($file, 'r+'), 'x'),
    'syncs' => fn($file) => @fsync(fopen($file, 'r+')),
    'copies' => fn($file) => @copy($file, "$GLOBALS[folder]/copy-" . mt_rand()),
];
// Reads that wait, and some that are abandoned, beside calls of other kinds.
foreach ($calls as $kind => $call) {
    // New ones for each kind: the file system itself serves at most ten calls at a time.
    array_push($all_disks, ...$disks = array_map(fn() => slow_disk(), range(1, 4)));
    $many = begin(6, $call);
    echo "$kind: held up: ", hold_ups(), "\n";
    $give_up($many);
    if ($kind === 'reads') {
        // The places are free again, for reads of the same disks, too.
        $quick = array_map(fn($disk) => spawn(fn() => strlen(fread(fopen("$disk/slow-1", 'r'), 100))), $disks);
        echo 'after cancelled reads: ';
        foreach ($quick as $coroutine) {
            try {
                echo await($coroutine, timeout(5000)), ' ';
            } catch (Async\AwaitCancelledException) {
                echo 'late ';
            }
        }
        echo "\n";
    }
}
echo 'blocked in place: ', Async\stats()['blocked_in_place'], "\n";
// The end of the process waits for the writes, which end with their disks.
foreach ($all_disks as $disk) {
    exec('umount -f ' . escapeshellarg($disk) . ' 2>&1');
}
array_map(slow_disk_end(...), $all_disks);
unlink(slow_disk_program());
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
reads: held up: none
after cancelled reads: 100 100 100 100 
writes: held up: none
syncs: held up: none
copies: held up: none
blocked in place: 0
