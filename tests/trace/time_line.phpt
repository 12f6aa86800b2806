--TEST--
async.trace: runs, waits with their reasons, arrows, marks and counters of a program
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

$name = trace_name();
[$output, $status] = run_php(<<<'PHP'
use function Async\{spawn, await, delay, suspend};
use Async\{Channel, Mutex};
function receiver(Channel $channel) { return [$channel->recv(), $channel->recv()]; }
function sender(Channel $channel) { $channel->send(1); delay(3); $channel->send(2); }
function patient(Mutex $mutex) { $mutex->lock(); $mutex->unlock(); }
$channel = new Channel(0);
$receiver = spawn('receiver', $channel);
$sender = spawn('sender', $channel);
$late = spawn(fn() => delay(1000))->setName('late');
$never = spawn(fn() => 1)->setName('never');
$never->cancel();
$mutex = new Mutex();
$mutex->lock();
$patient = spawn('patient', $mutex);
suspend();
$mutex->unlock();
await($receiver);
$late->cancel();
gc_collect_cycles();
gethostbyname('localhost');
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($b) { fwrite($b, "x"); })->setName('writer');
fread($a, 1);
try { await($patient); await($late); } catch (\Async\AsyncCancellation) { echo "ok"; }
PHP, '-d async.trace=' . escapeshellarg($name));
var_dump($output, $status);

$trace = new TraceFile($name);
$trace->report();
echo implode("\n", $trace->arrowsByName()), "\n";
foreach (['receiver', 'sender', 'late', 'never', 'patient', 'main'] as $track) {
    echo "$track: ", implode(', ', array_unique($trace->story($track))), "\n";
}
echo implode("\n", array_unique(array_column($trace->marks, 'name'))), "\n";
echo 'counters: ', implode(', ', array_keys($trace->counters)), "\n";
echo implode(', ', $trace->story('worker 1')), "\n";
var_dump($trace->track('event loop') !== null, $trace->names[-1]);
?>
--EXPECTF--
string(2) "ok"
int(0)
the file is sound
#1 main -> #2 receiver: spawn
#1 main -> #3 sender: spawn
#1 main -> #4 late: spawn
#1 main -> #4 late: wake
#1 main -> #6 patient: lock
#1 main -> #6 patient: spawn
#1 main -> #7 writer: spawn
#2 receiver -> #1 main: await
#3 sender -> #2 receiver: channel
#4 late -> #1 main: await
#6 patient -> #1 main: await
receiver: running, wait: Async\Channel
sender: running, wait: timer
late: running, wait: timer
never: 
patient: running, wait: Async\Mutex
main: running, wait: coroutine #2, wait: job name lookup, wait: descriptor %d
cancels #5
cancels #4
garbage collection
counters: coroutines, lag
job name lookup
bool(true)
string(%d) "cli Standard input code"
