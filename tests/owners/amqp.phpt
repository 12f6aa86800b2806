--TEST--
Owners: AMQP: one connection, its channels, queues and exchanges take turns (D28)
--EXTENSIONS--
amqp
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('rabbitmq');
?>
--FILE--
<?php
require __DIR__ . '/../amqp/amqp.inc';
require __DIR__ . '/../inc/owner_cases.inc';

$server = server('rabbitmq');
// The server's answers come late, so that calls overlap if they can.
$channel = amqp(slow_proxy("tcp://$server[host]:$server[port]", 30), ['read_timeout' => 10]);
$connection = $channel->getConnection();
$queues = array_map(fn() => amqp_queue($channel), range(0, 2));
$get = function (AMQPQueue $queue) {
    while (!$message = $queue->get(AMQP_AUTOACK)) {
    }
    return $message->getBody();
};
$send = fn(AMQPChannel $channel, int $n) => function () use ($channel, $queues, $n, $get) {
    for ($i = 0; $i < 3; $i++) {
        amqp_send($channel, "$n.$i", $queues[$n]->getName());
        $all[] = $get($queues[$n]);
    }
    return implode(' ', $all);
};
side_by_side('one channel', [$send($channel, 0), $send($channel, 1), $send($channel, 2)]);
side_by_side('channels of one connection', array_map(fn($n) => fn() => $send(new AMQPChannel($connection), $n)(), range(0, 2)));

// A channel is closed while another one is in use: the close waits for its turn, too.
$second = new AMQPChannel($connection);
side_by_side('closed', [
    $send($channel, 0),
    function () use (&$second) {
        pause();
        $second = null;
        return 'gone';
    },
    fn() => amqp_queue(new AMQPChannel($connection))->declareQueue(),
]);

// A consumer owns the connection until it has got its messages.
amqp_send($channel, 'one', $queues[0]->getName());
amqp_send($channel, 'two', $queues[0]->getName());
side_by_side('a consumer', [
    function () use ($queues) {
        $queues[0]->consume(function (AMQPEnvelope $message, AMQPQueue $queue) use (&$all) {
            $queue->ack($message->getDeliveryTag());
            $all[] = $message->getBody();
            return count($all) < 2;
        });
        $queues[0]->cancel();
        return $all;
    },
    fn() => $queues[1]->declareQueue(),
]);
refusal(fn() => $queues[0]->declareQueue(), fn() => $queues[1]->declareQueue());
refusal(fn() => $queues[0]->declareQueue(), fn() => new AMQPChannel($connection));
refusal(fn() => $queues[0]->declareQueue(), fn() => $connection->reconnect());
echo json_encode([$connection->isConnected(), $queues[2]->declareQueue()]), "\n";
?>
--EXPECT--
one channel: ["0.0 0.1 0.2","1.0 1.1 1.2","2.0 2.1 2.2"]
channels of one connection: ["0.0 0.1 0.2","1.0 1.1 1.2","2.0 2.1 2.2"]
closed: ["0.0 0.1 0.2","gone",0]
a consumer: [["one","two"],0]
The AMQP connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: 0
The AMQP connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: 0
The AMQP connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: 0
[true,0]
