--TEST--
Owners: RedisCluster and RedisSentinel: commands one at a time, MULTI until its end (D28)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';

$folder = sys_get_temp_dir() . '/redis-' . uniqid(getmypid() . '_');
mkdir($folder);
/** A server of this test's own, ready when it answers: its port and process. */
function redis_server(string $folder, string $name, string ...$options): array
{
    mkdir("$folder/$name");
    do {
        // A node of a cluster takes the port 10,000 above as well.
        $port = random_int(11000, 20000);
        $free = @stream_socket_server("tcp://127.0.0.1:$port");
    } while (!$free);
    fclose($free);
    file_put_contents("$folder/$name/conf", "port $port\nbind 127.0.0.1\nsave \"\"\nlogfile $folder/$name/log\n");
    $process = proc_open(['setpriv', '--pdeathsig', 'KILL', server_program('redis-server'), "$folder/$name/conf", ...$options],
        [['file', '/dev/null', 'r'], ['file', '/dev/null', 'a'], ['file', '/dev/null', 'a']], $pipes, "$folder/$name");
    register_shutdown_function(function () use ($process, $folder) {
        proc_terminate($process, 9);
        proc_close($process);
        exec('rm -rf ' . escapeshellarg($folder));
    });
    while (!$socket = @stream_socket_client("tcp://127.0.0.1:$port")) {
        usleep(20000);
    }
    fclose($socket);
    return [$port, $process];
}

[$port] = redis_server($folder, 'node', '--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
$node = new Redis;
$node->connect('127.0.0.1', $port);
$node->rawCommand('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
while (!str_contains($node->rawCommand('CLUSTER', 'INFO'), 'cluster_state:ok')) {
    usleep(20000);
}
$cluster = new RedisCluster(null, ["127.0.0.1:$port"], 10, 10);
[$sentinelPort, $sentinelProcess] = redis_server($folder, 'sentinel', '--sentinel');
print_warnings();
side_by_side('commands', [
    fn() => $cluster->blPop(['nothing'], 1),
    fn() => $cluster->set('a', 1),
    fn() => $cluster->get('a'),
    fn() => $cluster->blPop(['nothing'], 1),
    fn() => $cluster->incr('a'),
]);
$block = fn(string $key) => function () use ($cluster, $key) {
    $cluster->multi();
    pause();
    $cluster->incr($key);
    pause();
    $cluster->get($key);
    return $cluster->exec();
};
side_by_side('blocks', [$block('a'), fn() => $cluster->get('a'), $block('b'), fn() => $cluster->incr('a'), $block('a')]);
side_by_side('an owner that ends', [
    function () use ($cluster) {
        $cluster->multi();
        $cluster->set('a', 'lost');
        pause();
    },
    fn() => $cluster->get('a'),
]);
refusal(fn() => $cluster->blPop(['nothing'], 1), fn() => $cluster->get('a'));
echo $cluster->get('a'), "\n";

$sentinel = version_compare(phpversion('redis'), '6', '<')
    ? new RedisSentinel('127.0.0.1', $sentinelPort)
    : new RedisSentinel(['host' => '127.0.0.1', 'port' => $sentinelPort]);
side_by_side('sentinel', [
    fn() => $sentinel->ping(),
    fn() => $sentinel->masters(),
    fn() => $sentinel->getMasterAddrByName('nobody') ?: false,
    fn() => $sentinel->ping(),
]);
refusal(fn() => $sentinel->masters(), fn() => $sentinel->ping(), $sentinelProcess);
?>
--EXPECT--
commands: [[],true,"1",[],2]
blocks: [[3,"3"],"3",[1,"1"],4,[5,"5"]]
Redis connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,"5"]
The Redis connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: []
5
sentinel: [true,[],false,true]
The Redis connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: []
