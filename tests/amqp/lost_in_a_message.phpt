--TEST--
An AMQP connection is lost, or its waiting coroutine is cancelled, in the middle of a message: no crash (P5, P13)
--EXTENSIONS--
amqp
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('rabbitmq');
?>
--FILE--
<?php
// Stock PHP crashes there: ext/amqp releases memory that librabbitmq has already released.
require __DIR__ . '/amqp.inc';
require __DIR__ . '/../inc/broken_proxy.inc';

use function Async\{await, delay, spawn, timeout};

$server = server('rabbitmq');
$calls = [
    'get' => fn(AMQPQueue $queue) => $queue->get(AMQP_AUTOACK),
    'consume' => fn(AMQPQueue $queue) => $queue->consume(fn() => false, AMQP_AUTOACK),
];
/** The same queue on another connection; it has one large message. */
$queue = function (string $name, string $way): AMQPQueue {
    amqp_send($channel = amqp(), str_repeat('x', 1_000_000), amqp_queue($channel, $name)->getName());
    $queue = new AMQPQueue(amqp($way));
    $queue->setName($name);
    return $queue;
};

foreach ($calls as $name => $call) {
    // Inside the message, and before it.
    foreach ([300_000, 100] as $bytes) {
        $own = server_own_name();
        $way = broken_proxy("tcp://$server[host]:$server[port]", 'server', $bytes, false, $own);
        try {
            await(spawn($call, $queue($own, $way)), timeout(20_000));
            echo "BROKEN: an answer\n";
        } catch (AMQPException $e) {
            echo "$name, an exception\n";
        }

        $own = server_own_name();
        $way = broken_proxy("tcp://$server[host]:$server[port]", 'server', $bytes, true, $own);
        $coroutine = spawn($call, $queue($own, $way));
        delay(300);
        $coroutine->cancel();
        try {
            await($coroutine, timeout(20_000));
            echo "BROKEN: an answer\n";
        } catch (Async\AsyncCancellation $e) {
            echo "$name, ", $coroutine->isCompleted() ? 'cancelled' : 'BROKEN: not cancelled', "\n";
        }
    }
}
$channel = amqp();
$queue = amqp_queue($channel);
amqp_send($channel, 'all is well', $queue->getName());
do {
    $message = $queue->get(AMQP_AUTOACK);
} while (!$message);
echo $message->getBody(), "\n";
?>
--EXPECT--
get, an exception
get, cancelled
get, an exception
get, cancelled
consume, an exception
consume, cancelled
consume, an exception
consume, cancelled
all is well
