--TEST--
Fifty Redis connections wait side by side with the answers of a sequential run; one coroutine waits for the message of another (P10, P11)
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
require __DIR__ . '/redis.inc';
require __DIR__ . '/../inc/together.inc';
$server = server('redis');
/** All at the same time: the answers in order, and the time they took. */
$together = function (int $count, callable $work): array {
    $start = hrtime(true);
    $answers = Async\await_all_or_fail(array_map(fn($n) => Async\spawn($work, $n), range(0, $count - 1)));
    return [$answers, (hrtime(true) - $start) / 1e6];
};
$session = function (int $n, int $ms): array {
    $redis = redis();
    $answers = [$redis->set("key$n", str_repeat('x', 1000 * $n)), strlen($redis->get("key$n"))];
    $answers[] = $redis->pipeline()->rPush("list$n", $n, 'b')->lRange("list$n", 0, -1)->del("list$n")->exec();
    $answers[] = $redis->multi()->incr("count$n")->del("count$n")->exec();
    $answers[] = $redis->xRead(["stream$n" => '$'], 1, $ms);
    return $answers;
};
$expected = array_map(fn($n) => $session($n, 1), range(0, 49));
echo fifty_together(2000, fn($n) => $session($n, 2000), $expected), "\n";

// Each waits for the message of its neighbour.
[$answers, $ms] = $together(50, function (int $n): array {
    $redis = redis();
    $got = $n === 0 ? [null, 'first'] : $redis->blPop(["hand$n"], 30);
    redis()->rPush('hand' . ($n + 1), "from $n");
    return [$got[1]];
});
echo array_merge(...$answers) === ['first', ...array_map(fn($n) => "from $n", range(0, 48))] ? "handed on\n" : "something was lost\n";

// Many small commands on each of several connections.
[$answers] = $together(20, function (int $n): int {
    $redis = redis();
    for ($i = 0; $i < 50; $i++) {
        $redis->incr("sum$n");
        if ((int) $redis->get("sum$n") !== $i + 1) {
            return -1;
        }
    }
    return (int) $redis->get("sum$n");
});
echo array_unique($answers) === [50] ? "counted\n" : "counted wrong\n";
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
same answers, together
handed on
counted
0
