<?php
/*
 * Predis in 50 coroutines: with a pool of clients, and with one client behind a mutex. It is a program on top of a stream,
 * so that nothing but the mutex knows where an answer ends.
 */
require __DIR__ . '/common.inc';
require __DIR__ . '/../../inc/servers.inc';

$server = server('redis');
$prefix = server_own_name();
$new = fn() => new Predis\Client(['host' => $server['host'], 'port' => $server['port'],
    'password' => $server['password'] ?? null], ['prefix' => "$prefix:"]);

function session(Predis\Client $client, int $n): array
{
    $client->set("name$n", str_repeat("value of $n ", 100));
    $client->rpush("list$n", ['a', 'b', (string) $n]);
    $answers = [$client->get("name$n"), $client->lrange("list$n", 0, -1), $client->hset("hash$n", 'field', "f$n")];
    $answers[] = $client->pipeline(fn($p) => $p->set("p$n", $n)->incr("p$n")->get("p$n"))[2];
    $answers[] = $client->transaction(fn($t) => $t->incr("t$n")->get("t$n"))[1];
    $answers[] = iterator_count(new Predis\Collection\Iterator\HashKey($client, "hash$n"));
    try {
        $client->lpush("name$n", ['wrong type']);
    } catch (Predis\Response\ServerException $e) {
        $answers[] = $e->getErrorType();
    }
    $client->del(["name$n", "list$n", "hash$n", "p$n", "t$n"]);
    return $answers;
}

$client = $new();
$expected = array_map(fn($n) => session($client, $n), range(0, 49));

$pool = new Async\Pool($new, destructor: fn($client) => $client->disconnect(),
    healthcheck: fn($client) => (string) $client->ping() === 'PONG', max: 5);
$with = function (int $n) use ($pool) {
    $client = $pool->acquire();
    try {
        return session($client, $n);
    } finally {
        $pool->release($client);
    }
};
same('predis-pool: 50 coroutines, a pool of 5', $expected, together(50, $with));
check('predis-pool: no more clients', count($pool) <= 5);
$mutex = new Async\Mutex;
same('predis-pool: 50 coroutines, one client', $expected,
    together(50, fn($n) => $mutex->synchronized(fn() => session($client, $n))));
