--TEST--
After a cancelled call, transaction or pipeline of phpredis the next one on the same object has its own answers only, and all of them
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--INI--
; phpredis does not free what a pipeline has got when its connection is lost, with or without coroutines
report_memleaks=0
--FILE--
<?php
require __DIR__ . '/cancel.inc';
class MyRedis extends Redis {}
// A coroutine that is cancelled while it watches: its transaction is rolled back, with a warning.
set_error_handler(fn($type, $message) => str_contains($message, 'inside a transaction'), E_WARNING);

$transactions = [
    'blPop' => fn(Redis $redis) => $redis->blPop(['nothing'], 100),
    'rawCommand' => fn(Redis $redis) => $redis->rawCommand('BLPOP', 'nothing', 100),
    'second command' => fn(Redis $redis) => $redis->multi()->get('a')->get('unanswered')->exec(),
    'fourth command' => fn(Redis $redis) => $redis->multi()->get('a')->get('b')->get('c')->get('unanswered')->exec(),
    'watching' => function (Redis $redis) {
        $redis->watch('w');
        $redis->multi()->get('a')->get('unanswered')->exec();
    },
    'pipeline' => fn(Redis $redis) => $redis->pipeline()->get('a')->get('unanswered')->exec(),
];
$next = [
    'transaction' => fn(Redis $redis) => $redis->multi()->echo('one')->echo('two')->exec(),
    'pipeline' => fn(Redis $redis) => $redis->pipeline()->echo('one')->echo('two')->exec(),
];
foreach ($transactions as $name => $transaction) {
    foreach ($next as $second => $call) {
        foreach ([Redis::class, MyRedis::class] as $class) {
            $redis = new $class;
            // Answers that never come end in an exception after this time.
            $redis->connect($host, $port, 5, '', 0, 5);
            $answer = $cancelled($transaction, $redis);
            if ($name === 'watching') {
                $redis->unwatch();
            }
            $answers = [];
            try {
                for ($i = 0; $i < 2; $i++) {
                    $answers[] = json_encode(Async\await(Async\spawn($call, $redis)));
                }
                $answers[] = $redis->get('missing') === false ? 'usable' : 'BROKEN';
            } catch (RedisException $e) {
                $answers[] = 'BROKEN: ' . $e->getMessage();
            }
            if ($class === Redis::class) {
                $expected = $answers;
                echo "$name, then $second: $answer, ", implode(', ', $answers), "\n";
            } elseif ($answers !== $expected) {
                echo "BROKEN in a subclass: ", implode(', ', $answers), "\n";
            }
        }
    }
}

// A failed call does not end the pipeline in which it was made.
class Fails { function __toString(): string { throw new DomainException('fails'); } }
$redis = redis($host, $port);
echo Async\await(Async\spawn(function () use ($redis) {
    $redis->pipeline()->echo('zero');
    try {
        $redis->echo(new Fails);
    } catch (DomainException) {
    }
    return json_encode($redis->pipeline()->echo('one')->exec());
})), "\n";
?>
--EXPECT--
blPop, then transaction: cancelled, ["one","two"], ["one","two"], usable
blPop, then pipeline: cancelled, ["one","two"], ["one","two"], usable
rawCommand, then transaction: cancelled, ["one","two"], ["one","two"], usable
rawCommand, then pipeline: cancelled, ["one","two"], ["one","two"], usable
second command, then transaction: cancelled, ["one","two"], ["one","two"], usable
second command, then pipeline: cancelled, ["one","two"], ["one","two"], usable
fourth command, then transaction: cancelled, ["one","two"], ["one","two"], usable
fourth command, then pipeline: cancelled, ["one","two"], ["one","two"], usable
watching, then transaction: cancelled, ["one","two"], ["one","two"], usable
watching, then pipeline: cancelled, ["one","two"], ["one","two"], usable
pipeline, then transaction: cancelled, ["one","two"], ["one","two"], usable
pipeline, then pipeline: cancelled, ["one","two"], ["one","two"], usable
["zero","one"]
