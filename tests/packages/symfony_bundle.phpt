--TEST--
The Symfony bundle: messenger:consume with its own options handles 10 messages at once, isolated if asked for, and stops at its limits, at a signal and at a cancellation; requests have kernels of their own
--EXTENSIONS--
mbstring
pcntl
posix
session
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('symfony/framework-bundle', 'symfony');
foreach (['messenger', 'console'] as $package) is_dir(getenv('ASYNC_TEST_VENDOR') . "/symfony/$package") || die("skip needs symfony/$package");
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require __DIR__ . '/symfony/application.php';
use Async\AsyncCancellation;
use Async\Symfony\Requests;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\HttpFoundation\{Request, StreamedResponse};
use function Async\{await, awaitAllOrFail, delay, spawn};

function consumes(App $app, array $options = []): int|Throwable
{
    $input = new ArrayInput(['command' => 'messenger:consume', 'receivers' => ['queue'], '--sleep' => '0.01', '-q' => true] + $options);
    try {
        return console($app)->run($input);
    } catch (Throwable $failure) {
        return $failure;
    }
}
function report(string $what, int|Throwable $result): void
{
    sort(Queue::$acked);
    sort(Handler::$begun);
    echo "$what: ", is_int($result) ? "status $result" : $result::class . ' ' . $result->getMessage(), ', ',
        Queue::$acked === Handler::$begun ? 'each acknowledged' : 'BROKEN: ' . json_encode([Queue::$acked, Handler::$begun]), ', ',
        in_array(Handler::$most, range(5, 10), true) ? 'many' : Handler::$most, " at once\n";
}

echo "-- messages\n";
$app = new App('plain', ['messenger' => ['concurrency' => 10]]);
fill(100);
$start = microtime(true);
$result = consumes($app, ['--limit' => 100]);
$took = microtime(true) - $start;
report('limit', $result);
echo count(Queue::$acked), ' of 100, ', $took < 2 ? 'fast' : "slow: $took s", "\n";

fill(1000);
$console = spawn(fn() => consumes($app));
while (count(Handler::$begun) < 20 && !$console->isCompleted()) delay(5);
posix_kill(getmypid(), SIGTERM);
report('signal', await($console));
echo count(Handler::$begun) < 100 ? 'the rest waits' : 'BROKEN', "\n";

fill(1000);
$console = spawn(fn() => consumes($app));
while (count(Handler::$begun) < 20 && !$console->isCompleted()) delay(5);
$console->cancel(new AsyncCancellation('no more'));
report('cancellation', await($console));

fill(5);
Queue::$breaks = true;
report('a receiver that breaks', consumes($app));
Queue::$breaks = false;

fill(20);
Handler::$fails = 7;
report('one that fails', consumes($app, ['--failure-limit' => 1, '--bus' => 'messenger.bus.default']));
echo 'rejected ', json_encode(Queue::$rejected), "\n";
Handler::$fails = 0;

echo "-- kept alive while they are handled\n";
if (interface_exists(Symfony\Component\Messenger\Transport\Receiver\KeepaliveReceiverInterface::class)) {
    fill(3);
    Handler::$time = 1500;
    consumes($app, ['--limit' => 3, '--keepalive' => '1']);
    pcntl_alarm(0);
    sort(Queue::$kept);
    echo json_encode(array_values(array_unique(Queue::$kept))), "\n";
    Handler::$time = 50;
} else {
    echo "[1,2,3]\n";
}

echo "-- isolated\n";
fill(30);
$result = consumes(new App('isolated', ['messenger' => ['concurrency' => 10, 'isolated' => true]]), ['--limit' => 30]);
$seen = Handler::$seen->getArrayCopy();
echo "status $result, ", count(Queue::$acked), ' acknowledged, ', count($seen), ' have seen: ', implode(', ', array_unique($seen)), "\n";

echo "-- one at a time is Messenger's own command\n";
fill(5);
$result = consumes($own = new App('own', []), ['--limit' => 5]);
report('own', $result);

echo "-- requests\n";
$requests = new Requests(new App('plain', ['messenger' => ['concurrency' => 10]]), limit: 5);
$start = microtime(true);
$pages = awaitAllOrFail(array_map(fn(int $n) => spawn(function () use ($requests, $n) {
    return $requests->handle(Request::create("/hello?n=$n"))->getContent();
}), range(1, 20)));
echo $pages === array_map(fn(int $n) => "$n: 1 call", range(1, 20)) ? 'right' : json_encode($pages), ', ', App::$running['most'], " at once\n";
ob_start();
$response = $requests->handle(Request::create('/streams'), fn(StreamedResponse $response) => $response->sendContent());
echo ob_get_clean(), ', ', App::$terminated->count(), " terminated\n";
// exit() ends its request alone, before the kernel's answer and after it.
$show = fn($response) => $response->getStatusCode() . ' ' . $response->headers->get('X-Page') . ': ' . $response->getContent();
echo implode("\n", array_map($show, awaitAllOrFail(array_map(fn(string $page) => spawn(function () use ($requests, $page) {
    return $requests->handle(Request::create($page));
}), ['/exits?n=1', '/hello?n=2', '/exits?n=3'])))), "\n";
echo $show($requests->handle(Request::create('/prints'))), "\n";
echo 'Exit while it is sent: ', $show($requests->handle(Request::create('/hello?n=4'), fn() => exit(1))), "\n";
$slow = spawn(fn() => $requests->handle(Request::create('/slow')));
delay(20);
$slow->cancel();
try {
    await($slow);
} catch (AsyncCancellation) {
    echo 'cancelled, ', App::$ended->count(), " has ended before\n";
}
?>
--CLEAN--
<?php
array_map(fn($folder) => shell_exec('rm -rf ' . escapeshellarg($folder)), glob(__DIR__ . '/symfony_{plain,isolated,own}.tmp', GLOB_BRACE));
?>
--EXPECT--
-- messages
limit: status 0, each acknowledged, many at once
100 of 100, fast
signal: status 0, each acknowledged, many at once
the rest waits
cancellation: Async\AsyncCancellation no more, each acknowledged, many at once
a receiver that breaks: LogicException the queue has gone, each acknowledged, 0 at once
one that fails: status 0, each acknowledged, many at once
rejected [7]
-- kept alive while they are handled
[1,2,3]
-- isolated
status 0, 30 acknowledged, 30 have seen: none
-- one at a time is Messenger's own command
own: status 0, each acknowledged, 1 at once
-- requests
right, 5 at once
streamed, 20 before, 21 terminated
403 1: page 1, its shutdown function
200 : 2: 1 call
403 3: page 3, its shutdown function
printed, 200 : answered
Exit while it is sent: 200 : 4: 1 call
cancelled, 1 has ended before
