--TEST--
Io\Poll waits cooperatively and answers as outside a coroutine: each backend, time limits, several contexts (P10, P11)
--SKIPIF--
<?php
class_exists('Io\Poll\Context') or die('skip needs Io\Poll (PHP 8.6)');
?>
--FILE--
<?php
use Io\Poll\Backend;
use Io\Poll\Context;
use Io\Poll\Event;
use Time\Duration;
use function Async\await;
use function Async\delay;
use function Async\spawn;

require __DIR__ . '/transparency.inc';
$talker = talker();
$pair = fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$events = fn(array $watchers) => array_map(
    fn($watcher) => [$watcher->getData(), array_map(fn($event) => $event->name, $watcher->getTriggeredEvents())], $watchers);

$calls = [];
foreach (Backend::getAvailableBackends() as $backend) {
    $calls += [
        "$backend->name, readable later" => function () use ($backend, $talker, $pair, $events) {
            $context = new Context($backend);
            $context->add(new StreamPollHandle(told($talker, 'late 300 x')), [Event::Read], 'late');
            $context->add(new StreamPollHandle($pair()[0]), [Event::Read], 'never');
            return $events($context->wait());
        },
        "$backend->name, time limit" => function () use ($backend, $pair, $events) {
            $context = new Context($backend);
            $sockets = $pair();
            $context->add(new StreamPollHandle($sockets[0]), [Event::Read], 'never');
            return $events($context->wait(Duration::fromMilliseconds(300)));
        },
        "$backend->name, no descriptor" => function () use ($backend, $events) {
            return $events((new Context($backend))->wait(Duration::fromMilliseconds(200)));
        },
        "$backend->name, only looking" => function () use ($backend, $pair, $events) {
            $context = new Context($backend);
            [$a, $b] = $pair();
            $context->add(new StreamPollHandle($a), [Event::Read, Event::Write], 'a');
            fwrite($b, 'x');
            return $events($context->wait(Duration::fromSeconds(0)));
        },
        "$backend->name, one event at a time" => function () use ($backend, $pair, $events) {
            $context = new Context($backend);
            [$a, $b] = $pair();
            $context->add(new StreamPollHandle($a), [Event::Write], 'a');
            return [$events($context->wait(maxEvents: 1)), $events($context->wait(Duration::fromMilliseconds(100), 1))];
        },
        "$backend->name, one shot" => function () use ($backend, $talker, $events) {
            $context = new Context($backend);
            $context->add(new StreamPollHandle(told($talker, 'late 100 x')), [Event::Read, Event::OneShot], 'once');
            return [$events($context->wait()), $events($context->wait(Duration::fromMilliseconds(100)))];
        },
    ];
}
transparent($calls);

echo "-- waits in one context take turns, new watchers come meanwhile, a cancelled wait ends\n";
foreach (Backend::getAvailableBackends() as $backend) {
    $context = new Context($backend);
    [$a, $b] = $pair();
    $context->add(new StreamPollHandle($a), [Event::Read], 'first');
    $first = spawn(fn() => $events($context->wait()));
    $second = spawn(fn() => $events($context->wait()));
    delay(20);
    // More than the context had room for when the first one began to wait.
    $more = [];
    for ($i = 0; $i < 100; $i++) {
        $more[] = $pair();
        $context->add(new StreamPollHandle(end($more)[0]), [Event::Read], "more $i");
    }
    fwrite($b, 'x');
    echo json_encode([await($first), await($second)]), "\n";
    fgetc($a);
    $last = spawn(fn() => $context->wait());
    delay(20);
    $last->cancel();
    try {
        await($last);
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
}
?>
--EXPECT--
Poll, readable later: same
Poll, time limit: same
Poll, no descriptor: same
Poll, only looking: same
Poll, one event at a time: same
Poll, one shot: same
Epoll, readable later: same
Epoll, time limit: same
Epoll, no descriptor: same
Epoll, only looking: same
Epoll, one event at a time: same
Epoll, one shot: same
-- waits in one context take turns, new watchers come meanwhile, a cancelled wait ends
[[["first",["Read"]]],[["first",["Read"]]]]
Async\AsyncCancellation
[[["first",["Read"]]],[["first",["Read"]]]]
Async\AsyncCancellation
