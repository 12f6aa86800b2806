--TEST--
Messenger's Redis transport with the concurrent messenger:consume: 20 messages at once, none is lost, none is handled twice, each is acknowledged, also after a signal
--EXTENSIONS--
igbinary
mbstring
pcntl
posix
redis
session
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('symfony/framework-bundle', 'symfony');
foreach (['redis-messenger', 'messenger', 'console'] as $package) is_dir(getenv('ASYNC_TEST_VENDOR') . "/symfony/$package") || die("skip needs symfony/$package");
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require __DIR__ . '/symfony/application.php';
require __DIR__ . '/../inc/servers.inc';
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Messenger\Bridge\Redis\Transport\RedisTransportFactory;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use function Async\{await, delay, spawn};

$server = server('redis');
$stream = server_own_name() . '-messages';
$dsn = "redis://$server[host]:$server[port]/$stream/workers/one";
$redis = new Redis();
$redis->connect($server['host'], $server['port']);

/** Messages are in Redis, and no handler has begun. */
$send = function (int $count) use ($dsn): void {
    fill(0);
    $transport = (new RedisTransportFactory())->createTransport($dsn, [], new PhpSerializer());
    for ($i = 1; $i <= $count; $i++) {
        $transport->send(new Envelope(new Job($i)));
    }
};
$consume = function (array $options) use ($dsn): int {
    $app = new App('redis', ['messenger' => ['concurrency' => 20]], [], [
        'framework' => ['messenger' => ['transports' => ['jobs' => ['dsn' => $dsn, 'retry_strategy' => ['max_retries' => 0]]]]],
    ]);
    $input = new ArrayInput(['command' => 'messenger:consume', 'receivers' => ['jobs'], '--sleep' => '0.01', '-q' => true] + $options);
    return console($app)->run($input);
};
/** Messages that Redis has, and those among them that a consumer has and has not acknowledged. */
$left = fn() => $redis->xLen($stream) . ' in the stream, ' . $redis->xPending($stream, 'workers')[0] . ' not acknowledged';
$each = function (int $count): string {
    $handled = Handler::$begun;
    sort($handled);
    return $handled === range(1, $count) ? 'each once' : 'BROKEN: ' . json_encode(array_count_values($handled));
};

echo "-- 200 messages\n";
$send(200);
$start = microtime(true);
echo 'status ', $consume(['--limit' => 200]), ', ', $each(200), ', ', Handler::$most > 15 && Handler::$most <= 20 ? 'many' : Handler::$most,
    ' at once, ', microtime(true) - $start < 5 ? 'fast' : 'slow', "\n";
echo $left(), "\n";

echo "-- a signal in the middle: the rest is for the next command\n";
$send(200);
$command = spawn($consume, []);
while (count(Handler::$begun) < 60 && !$command->isCompleted()) delay(5);
posix_kill(getmypid(), SIGTERM);
await($command);
$first = count(Handler::$begun);
echo $first < 200 && Handler::$running === 0 ? 'stopped' : "BROKEN: $first", ', ', $redis->xLen($stream) === 200 - $first
    ? 'what was handled is acknowledged' : "BROKEN: $first handled, {$left()}", "\n";
$command = spawn($consume, []);
while ((count(Handler::$begun) < 200 || Handler::$running > 0) && !$command->isCompleted()) delay(5);
posix_kill(getmypid(), SIGTERM);
await($command);
echo $each(200), ', ', $left(), "\n";

echo "-- one that fails is rejected\n";
$send(20);
Handler::$fails = 7;
$consume(['--limit' => 20]);
echo $each(20), ', ', $left(), "\n";
$redis->del($stream);
?>
--CLEAN--
<?php
shell_exec('rm -rf ' . escapeshellarg(__DIR__ . '/symfony_redis.tmp'));
?>
--EXPECT--
-- 200 messages
status 0, each once, many at once, fast
0 in the stream, 0 not acknowledged
-- a signal in the middle: the rest is for the next command
stopped, what was handled is acknowledged
each once, 0 in the stream, 0 not acknowledged
-- one that fails is rejected
each once, 0 in the stream, 0 not acknowledged
