<?php
/* Predis against a server of its own. */
require __DIR__ . '/common.inc';

$folder = sys_get_temp_dir() . '/real-users-redis-' . getmypid();
mkdir($folder);
$socket = "$folder/redis.sock";
$server = proc_open(['redis-server', '--port', '0', '--unixsocket', $socket, '--save', '', '--dir', $folder], [1 => ['file', '/dev/null', 'w']], $pipes);
register_shutdown_function(function () use ($server, $folder) {
    proc_terminate($server);
    proc_close($server);
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
});
for ($i = 0; $i < 500 && !file_exists($socket); $i++) {
    usleep(10000);
}
$client = fn() => new Predis\Client(['scheme' => 'unix', 'path' => $socket]);
$session = function (int $n) use ($client) {
    $c = $client();
    $c->set("key$n", "value $n");
    $c->rpush("list$n", ['a', 'b', "c$n"]);
    $answers = [(string) $c->get("key$n"), $c->lrange("list$n", 0, -1), $c->incr("count$n")];
    $answers[] = $c->pipeline(fn($p) => $p->set("p$n", 1)->incr("p$n")->get("p$n"))[2];
    $answers[] = $c->transaction(fn($t) => $t->set("t$n", 'x')->get("t$n"))[1];
    $answers[] = $c->eval('return ARGV[1] .. KEYS[1]', 1, 'k', "v$n");
    try {
        $c->lpush("key$n", 'wrong type');
    } catch (Predis\Response\ServerException $e) {
        $answers[] = $e->getErrorType();
    }
    $answers[] = $c->blpop(["nothing$n"], 1);
    $c->flushall();
    return $answers;
};
$plain = $session(0);
$start = hrtime(true);
same('predis: a session', $plain, Async\await(Async\spawn($session, 0)));
[$all, $ticks, $ms] = beside_ticks(fn() => together(20, function ($n) use ($client) {
    $c = $client();
    $c->set("x$n", $n);
    $popped = $c->blpop(["from$n"], 1);
    return [$popped, (int) $c->get("x$n")];
}));
same('predis: 20 clients', array_map(fn($n) => [null, $n], range(0, 19)), $all);
check('predis: waits at the same time', $ms < 5000 && $ticks > 30, "$ms ms, $ticks ticks");
// One waits for what another sends.
$waits = Async\spawn(fn() => $client()->blpop(['mail'], 10));
Async\delay(20);
$client()->rpush('mail', ['letter']);
same('predis: handed over', ['mail', 'letter'], Async\await($waits));
// Messages.
$heard = Async\spawn(function () use ($client) {
    $loop = (new Predis\Client($client()->getConnection()->getParameters(), ['read_write_timeout' => 0]))->pubSubLoop();
    $loop->subscribe('news');
    $heard = [];
    foreach ($loop as $message) {
        $heard[] = $message->kind . ':' . $message->payload;
        if ($message->payload === 'last') {
            $loop->unsubscribe();
        }
    }
    return $heard;
});
$sender = $client();
while ($sender->publish('news', 'first') === 0) {
    Async\delay(5);
}
$sender->publish('news', 'last');
same('predis: messages', ['subscribe:1', 'message:first', 'message:last', 'unsubscribe:0'], Async\await($heard));
