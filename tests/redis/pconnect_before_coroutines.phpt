--TEST--
Redis::pconnect() without pooling: streams shared by objects from before the first coroutine never enter a pool (D28)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--INI--
redis.pconnect.pooling_enabled=0
--FILE--
<?php
require __DIR__ . '/redis.inc';

use function Async\{await, spawn, suspend};

$server = server('redis');
function connect(array $server): Redis
{
    $redis = new Redis;
    $redis->pconnect($server['host'], $server['port'], 10);
    return $redis;
}

function ask(string $name, Redis $redis): int
{
    $wrong = 0;
    for ($i = 0; $i < 20; $i++) {
        $wrong += $redis->echo("$name $i") !== "$name $i";
    }
    return $wrong;
}

$first = connect($server);
$second = connect($server);
echo $first->echo('first'), ' ', $second->echo('second'), "\n";
suspend();
spawn(fn() => 'there are coroutines');
suspend();
unset($first, $second);

$third = connect($server);
$fourth = connect($server);
$tasks = [spawn(ask(...), 'third', $third), spawn(ask(...), 'fourth', $fourth)];
echo 'wrong answers: ', implode(' ', array_map(Async\await(...), $tasks)), "\n";
$third->close();
echo $fourth->echo('fourth'), "\n";
unset($third, $fourth);
echo connect($server)->echo('the next'), "\n";
?>
--EXPECT--
first second
wrong answers: 0 0
fourth
the next
