--TEST--
Redis::pconnect() without pooling: each coroutine has its own connection and gets the answers to its own commands (D28)
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

use function Async\{await, spawn};

function ask(int $number, array $server): int
{
    $redis = new Redis;
    $redis->pconnect($server['host'], $server['port'], 10);
    $wrong = 0;
    for ($i = 0; $i < 50; $i++) {
        $wrong += $redis->echo("$number $i") !== "$number $i";
    }
    return $wrong;
}

$server = server('redis');
echo 'before: ', ini_get('redis.pconnect.pooling_enabled'), "\n";
$tasks = array_map(fn($number) => spawn(ask(...), $number, $server), range(1, 20));
echo 'wrong answers: ', array_sum(array_map(Async\await(...), $tasks)), "\n";
echo 'with coroutines: ', ini_get('redis.pconnect.pooling_enabled'), "\n";
?>
--EXPECT--
before: 0
wrong answers: 0
with coroutines: 1
