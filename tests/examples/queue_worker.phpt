--TEST--
examples/queue-worker.php: its demonstration; killed, stopped and restarted with a real server without losing a job (issue 6)
--EXTENSIONS--
igbinary
redis
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/servers.inc';

function start_worker(string $arguments)
{
    $process = proc_open('exec ' . php_command(escapeshellarg(__DIR__ . '/../../examples/queue-worker.php') . " $arguments"),
        [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    return [$process, $pipes[1]];
}
function end_worker(array $worker): string
{
    $output = stream_get_contents($worker[1]);
    return $output . 'status ' . proc_close($worker[0]) . "\n";
}

// A slow tool can finish all jobs before the signal comes.
echo preg_replace('/\d+ (?=done|failed|left|put|at a time)/', 'N ', end_worker(start_worker(''))), "\n";

$server = server('redis');
$redis = new Redis;
$redis->connect($server['host'], $server['port']);
$queue = server_own_name();
$arguments = "-s $server[host]:$server[port] -q $queue -w one -c 5";
for ($id = 1; $id <= 40; $id++) {
    $redis->lPush($queue, json_encode(['id' => $id, 'ms' => 20, 'fails' => true]));
}
$redis->lPush($queue, json_encode(['id' => 41, 'ms' => 600000, 'fails' => true]), 'no job');
$failed = fn() => $redis->lLen("$queue:failed");
// In the middle of a job.
[$process] = start_worker($arguments);
while ($failed() < 8) {
    usleep(1000);
}
proc_terminate($process, 9);
proc_close($process);
$count = $failed() + $redis->lLen($queue) + $redis->lLen("$queue:working:one");
echo $count >= 42 ? "all there\n" : "BROKEN: $count\n";

$worker = start_worker("$arguments -g 0.1");
while ($failed() < 41) {
    usleep(1000);
}
proc_terminate($worker[0], SIGTERM);
echo preg_replace('/\d+ failed/', 'N failed', end_worker($worker));
$ids = array_map(fn($entry) => json_decode(json_decode($entry, true)['job'], true)['id'] ?? 0, $redis->lRange("$queue:failed", 0, -1));
sort($ids);
echo array_values(array_unique($ids)) === range(0, 40) ? "each of them\n" : 'BROKEN: ' . json_encode($ids) . "\n";
echo 'back: ', implode($redis->lRange($queue, 0, -1)), ', ', $redis->lLen("$queue:working:one"), " left behind\n";
$redis->del($queue, "$queue:failed");

foreach (['-c 0', '-x', '-q', '-g soon'] as $wrong) {
    echo end_worker(start_worker($wrong));
}
echo preg_replace('/Redis: .*/', 'Redis: REASON', end_worker(start_worker('-s /no/such/socket')));
?>
--EXPECT--
60 jobs; number 7 takes a minute. SIGTERM when 20 are done:
  N done, N failed, N put back, at most N at a time
  N left in the queue, 0 lost
The next worker, without number 7:
  N done, N failed, N put back, at most N at a time
  N left in the queue
59 jobs ended once each.
status 0

all there
0 done, N failed, 1 put back, at most 5 at a time
status 0
each of them
back: {"id":41,"ms":600000,"fails":true}, 0 left behind
queue-worker: --concurrency must be a number from 1 on, not "0"
queue-worker --help shows how it is used
status 2
queue-worker: unknown argument -x
queue-worker --help shows how it is used
status 2
queue-worker: -q needs a value
queue-worker --help shows how it is used
status 2
queue-worker: --grace must be a number from 0 on, not "soon"
queue-worker --help shows how it is used
status 2
queue-worker: Redis: REASON
status 1
