--TEST--
A coroutine cancelled in a call of AMQP ends at once; later calls on the connection get only their own answers (P4, P5, P13)
--EXTENSIONS--
amqp
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('rabbitmq');
?>
--FILE--
<?php
require __DIR__ . '/amqp.inc';
$server = server('rabbitmq');
// The proxy delays every answer after that text.
$word = server_own_name();
$held = slow_proxy("tcp://$server[host]:$server[port]", 1000, $word);
$direct = amqp();
$theirs = new AMQPQueue($direct);
$theirs->setName($word);
$theirs->setFlags(AMQP_DURABLE);
$theirs->declareQueue();
foreach (range(1, 5) as $n) {
    amqp_send($direct, "theirs $n", $word);
}
$queue = function (AMQPChannel $channel) use ($word): AMQPQueue {
    $queue = new AMQPQueue($channel);
    $queue->setName($word);
    $queue->setFlags(AMQP_DURABLE);
    return $queue;
};
$calls = [
    'declare' => fn(AMQPChannel $channel) => $queue($channel)->declareQueue(),
    'get' => fn(AMQPChannel $channel) => $queue($channel)->get()->getBody(),
    'consume' => fn(AMQPChannel $channel) => $queue($channel)->consume(fn() => false),
    'unbind' => fn(AMQPChannel $channel) => $queue($channel)->unbind('amq.direct', 'nothing'),
    'confirmed' => function (AMQPChannel $channel) use ($word) {
        $channel->confirmSelect();
        $channel->setConfirmCallback(fn() => false, fn() => false);
        amqp_send($channel, $word, 'nobody');
        $channel->waitForConfirm(100);
    },
    'transaction' => function (AMQPChannel $channel) use ($word) {
        $channel->startTransaction();
        amqp_send($channel, $word, 'nobody');
        $channel->commitTransaction();
    },
];
foreach ($calls as $name => $call) {
    $channel = amqp($held, ['read_timeout' => 100, 'rpc_timeout' => 100]);
    $own = amqp_queue($channel, server_own_name());
    amqp_send($direct, 'mine', $own->getName());
    while ($own->declareQueue() !== 1) {
    }
    $coroutine = Async\spawn(function () use ($call, $channel) {
        try {
            return $call($channel);
        } catch (AMQPException $e) {
            return 'BROKEN: taken for a failure';
        }
    });
    do {
        Async\delay(20);
    } while (!$coroutine->isSuspended() && !$coroutine->isCompleted());
    $start = hrtime(true);
    $coroutine->cancel();
    try {
        $end = 'BROKEN: it went on with ' . json_encode(Async\await($coroutine));
    } catch (Async\AsyncCancellation) {
        $ms = (hrtime(true) - $start) / 1e6;
        $end = $ms < (getenv('ASYNC_TEST_TOOL') ? 3000 : 500) ? 'cancelled' : "BROKEN: cancelled after $ms ms";
    }
    try {
        $use = Async\spawn(fn() => [$own->declareQueue(), $own->get(AMQP_AUTOACK)->getBody(), $own->declareQueue()]);
        $answer = Async\await($use, Async\timeout(20000));
        $answer = $answer === [1, 'mine', 0] ? 'usable or closed' : 'BROKEN: ' . json_encode($answer);
    } catch (AMQPException $e) {
        $answer = 'usable or closed';
    }
    echo "$name: $end, $answer\n";
}
$theirs->delete();
?>
--EXPECT--
declare: cancelled, usable or closed
get: cancelled, usable or closed
consume: cancelled, usable or closed
unbind: cancelled, usable or closed
confirmed: cancelled, usable or closed
transaction: cancelled, usable or closed
