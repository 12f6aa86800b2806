--TEST--
async.inspect: a process that serves many requests keeps its socket, and is idle between two requests
--INI--
allow_url_fopen=1
--FILE--
<?php
require __DIR__ . '/inspected.inc';

file_put_contents(socket_folder() . '/index.php', <<<'CODE'
    <?php
    Async\await(Async\spawn(fn() => Async\delay(1)));
    if (isset($_GET['snapshot'])) {
        $client = stream_socket_client('unix://' . $_GET['snapshot'] . getmypid());
        fwrite($client, "snapshot 10000\n");
        echo fgets($client);
    } elseif (isset($_GET['fatal'])) {
        ini_set('memory_limit', '2M');
        str_repeat('x', 99999999);
    } else {
        echo getmypid();
    }
    CODE);
$free = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($free, false);
fclose($free);
$socket = socket_folder() . '/s-';
$command = php_command("-d async.inspect=unix:$socket%p -S $address -t " . socket_folder());
$server = proc_open(['sh', '-c', "exec $command >/dev/null 2>&1"], [['pipe', 'r']], $pipes);
for ($try = 0; $try < 500 && !($pid = @file_get_contents("http://$address/")); $try++) {
    usleep(20000);
}
$inode = fileinode($socket . $pid);
var_dump(question_until(fn($it) => $it['answer'] === 'idle', $socket . $pid, 'snapshot 1')['answer']);
for ($i = 0; $i < 3; $i++) {
    $snapshot = json_decode((string) @file_get_contents("http://$address/?snapshot=$socket"), true);
    echo $snapshot['answer'], ' ', count($snapshot['coroutines']), ' ', basename($snapshot['script']), "\n";
    @file_get_contents("http://$address/?fatal=1");
}
clearstatcache();
var_dump(question_until(fn($it) => $it['answer'] === 'idle', $socket . $pid, 'snapshot 1')['pid'] === (int) $pid);
var_dump(fileinode($socket . $pid) === $inode);
proc_terminate($server, 2);
do {
    usleep(10000);
} while (proc_get_status($server)['running']);
clearstatcache();
var_dump(file_exists($socket . $pid));
?>
--EXPECT--
string(4) "idle"
snapshot 1 index.php
snapshot 1 index.php
snapshot 1 index.php
bool(true)
bool(true)
bool(false)
