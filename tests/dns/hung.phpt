--TEST--
A hanging resolver blocks no other coroutine; lookups that wait for it can be cancelled and given a time limit (P5, P11, D11, IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
use function Async\{spawn, await, delay, timeout};
$log = tempnam(sys_get_temp_dir(), 'peer');
own_names('timeout:30 attempts:1', $log);

$calls = [
    'gethostbyname' => ['A hung1.test', fn() => gethostbyname('hung1.test')],
    'gethostbynamel' => ['A hung2.test', fn() => gethostbynamel('hung2.test')],
    'dns_get_record' => ['MX hung3.test', fn() => dns_get_record('hung3.test', DNS_MX | DNS_TXT)],
    'checkdnsrr' => ['SOA hung4.test', fn() => checkdnsrr('hung4.test', 'SOA')],
    'getmxrr' => ['MX hung5.test', fn() => getmxrr('hung5.test', $hosts)],
    'client' => ['A hung6.test', fn() => stream_socket_client('tcp://hung6.test:80', $c, $m, 60)],
];
$start = hrtime(true);
$ticks = 0;
$metronome = spawn(function () use (&$ticks) {
    while (true) {
        delay(10);
        $ticks++;
    }
});
foreach ($calls as $name => [$query, $call]) {
    // The first two lookups take both workers; later ones are cancelled in the queue.
    $lookup = spawn(function () use ($call, $name) {
        try {
            $value = @$call();
        } finally {
            echo "$name left\n";
        }
        return $value;
    });
    if (in_array($name, ['gethostbyname', 'gethostbynamel'])) {
        until_asked($log, $query);
    } else {
        delay(5);
    }
    $lookup->cancel(new Async\AsyncCancellation('enough'));
    try {
        var_dump(await($lookup));
    } catch (Async\AsyncCancellation $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
}
echo Async\stats()['blocked_in_place'], "\n";

// A numeric address needs no worker.
var_dump(gethostbyname('192.0.2.5'));
$server = stream_socket_server('tcp://127.0.0.1:0');
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
var_dump(is_resource($client));

// Other coroutines run, and time limits end the wait.
$lookups = [];
for ($i = 0; $i < 20; $i++) {
    $lookups[] = spawn(fn() => gethostbyname("hung-$i.test"));
}
$before = $ticks;
try {
    await($lookups[0], timeout(100));
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious() ?? $e), "\n";
}
var_dump($ticks > $before);
foreach ($lookups as $lookup) {
    $lookup->cancel();
}
foreach ($lookups as $lookup) {
    try {
        await($lookup);
        echo "BROKEN: an answer\n";
    } catch (Async\AsyncCancellation) {
    }
}
$metronome->cancel();
// No coroutine waited for the resolver.
$ms = (hrtime(true) - $start) / 1e6;
echo $ms < 25000 ? 'soon' : "after $ms ms", "\n";
// The end of the process has to wait for it.
release_hung();
unlink($log);
?>
--EXPECT--
gethostbyname left
gethostbyname: enough
gethostbynamel left
gethostbynamel: enough
dns_get_record left
dns_get_record: enough
checkdnsrr left
checkdnsrr: enough
getmxrr left
getmxrr: enough
client left
client: enough
0
string(9) "192.0.2.5"
bool(true)
Async\TimeoutException
bool(true)
soon
