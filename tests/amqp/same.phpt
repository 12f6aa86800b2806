--TEST--
AMQP waits cooperatively and answers as outside a coroutine; fifty consumers at a time; cancelled (P10, P11, P5)
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
require __DIR__ . '/../inc/together.inc';
$server = server('rabbitmq');
$slow = slow_proxy("tcp://$server[host]:$server[port]", 60);
/** The messages that a consumer got, and how it ended. */
$consume = function (AMQPQueue $queue, int $count = 1): array {
    $heard = [];
    try {
        $queue->consume(function (AMQPEnvelope $message, AMQPQueue $queue) use (&$heard, $count) {
            $heard[] = $message->getBody();
            $queue->ack($message->getDeliveryTag());
            return count($heard) < $count;
        });
    } catch (AMQPException $e) {
        $heard[] = get_class($e) . ': ' . $e->getMessage();
    }
    return $heard;
};

transparent([
    'consume until a time limit' => fn() => $consume(amqp_queue(amqp(options: ['read_timeout' => 0.3]))),
    'publish and get, slowly' => function () use ($slow) {
        $channel = amqp($slow);
        $queue = amqp_queue($channel);
        $sent = amqp_send($channel, 'text', $queue->getName());
        do {
            $message = $queue->get(AMQP_AUTOACK);
        } while (!$message);
        return [$sent, $message->getBody(), $queue->get()];
    },
    'a message of a megabyte' => function () use ($slow) {
        $channel = amqp($slow);
        $queue = amqp_queue($channel);
        amqp_send($channel, str_repeat('x', 1000000), $queue->getName());
        do {
            $message = $queue->get(AMQP_AUTOACK);
        } while (!$message);
        return strlen($message->getBody());
    },
    'transaction' => function () use ($slow) {
        $channel = amqp($slow);
        $queue = amqp_queue($channel);
        $channel->startTransaction();
        amqp_send($channel, 'not sent', $queue->getName());
        $channel->rollbackTransaction();
        amqp_send($channel, 'sent', $queue->getName());
        $channel->commitTransaction();
        return [$queue->get(AMQP_AUTOACK)->getBody(), $queue->get()];
    },
    'confirmed' => function () use ($slow) {
        $channel = amqp($slow);
        $queue = amqp_queue($channel);
        $channel->confirmSelect();
        $confirmed = [];
        $channel->setConfirmCallback(function (int $tag, bool $many) use (&$confirmed) {
            $confirmed[] = $tag;
            return false;
        }, fn() => false);
        amqp_send($channel, 'text', $queue->getName());
        $channel->waitForConfirm(10);
        return $confirmed;
    },
    'an error of the channel' => fn() => (function ($queue) {
        $queue->setName('nothing of this name');
        $queue->setFlags(AMQP_PASSIVE);
        return $queue->declareQueue();
    })(new AMQPQueue(amqp($slow))),
    'wrong password' => fn() => amqp(null, ['password' => 'wrong'])->isConnected(),
    'no server at this port' => fn() => amqp('127.0.0.1:1'),
]);

// One coroutine consumes what another one publishes.
$queue = amqp_queue(amqp(options: ['read_timeout' => 30]), $name = server_own_name());
$consumer = Async\spawn($consume, $queue, 3);
foreach (['one', 'two', 'three'] as $text) {
    Async\delay(50);
    amqp_send(amqp(), $text, $name);
}
echo implode(' ', Async\await($consumer)), "\n";

// The proxy delays the server's answers after that text.
$late = slow_proxy("tcp://$server[host]:$server[port]", 2000, $word = server_own_name());
$channels = Async\await_all_or_fail(array_map(fn() => Async\spawn(fn() => amqp($late)), range(0, 49)));
echo fifty_together(2000, fn($n) => amqp_queue($channels[$n], "$word.$n")->getName(), array_map(fn($n) => "$word.$n", range(0, 49))), "\n";
// Closing takes its time, too.
Async\await_all_or_fail(array_map(fn($n) => Async\spawn(function () use (&$channels, $n) {
    unset($channels[$n]);
}), range(0, 49)));

// Cancelled: the connection is closed or still usable.
$queue = amqp_queue(amqp(options: ['read_timeout' => 100]), $name = server_own_name());
$consumer = Async\spawn(function () use ($queue) {
    try {
        $queue->consume(fn() => true);
    } catch (AMQPException $e) {
        echo 'BROKEN: ', $e->getMessage(), "\n";
    }
});
Async\delay(100);
$start = hrtime(true);
$consumer->cancel();
try {
    Async\await($consumer);
} catch (Async\AsyncCancellation) {
    echo 'cancelled', (hrtime(true) - $start) / 1e9 < 3 ? '' : ' late', "\n";
}
try {
    $use = Async\spawn(fn() => $queue->declareQueue());
    Async\await($use, Async\timeout(20000));
    echo "usable or closed\n";
} catch (AMQPException $e) {
    echo "usable or closed\n";
}
amqp_send($channel = amqp(), 'after', amqp_queue($channel)->getName());
echo "new connection: good\n";
?>
--EXPECT--
consume until a time limit: same
publish and get, slowly: same
a message of a megabyte: same
transaction: same
confirmed: same
an error of the channel: same
wrong password: same
no server at this port: same
one two three
same answers, together
cancelled
usable or closed
new connection: good
