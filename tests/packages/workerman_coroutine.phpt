--TEST--
Workerman's Coroutine, Channel, WaitGroup, Barrier, Parallel, Locker, Pool and Context work with the event loop for it, in callbacks and in a worker process
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('workerman/coroutine', 'workerman'); is_dir(getenv('ASYNC_TEST_VENDOR') . '/workerman/workerman') || die('skip needs workerman/workerman'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('workerman', 'Async\Workerman');
require __DIR__ . '/../inc/child.php';
use Async\Workerman\CoroutineEvent;
use Workerman\{Coroutine, Timer, Worker};
use Workerman\Coroutine\{Barrier, Channel, Context, Locker, Parallel, Pool, WaitGroup};
use Workerman\Coroutine\Exception\PoolException;

function scenario(CoroutineEvent $loop): void
{
    echo "-- coroutines\n";
    $log = [];
    $one = Coroutine::create(function (string $name) use (&$log) {
        $log[] = "$name begins";
        Coroutine::defer(function () use (&$log) { $log[] = 'the first deferred'; });
        Coroutine::defer(function () use (&$log) { $log[] = 'the second deferred'; });
        $inner = Coroutine::create(function () use (&$log) { $log[] = 'inner'; usleep(1000); });
        $log[] = 'given ' . Coroutine::suspend('a value');
        return 'ignored';
    }, 'one');
    $log[] = 'create() returns';
    $log[] = json_encode([$one->resume('b'), Coroutine::isCoroutine(), Coroutine::getCurrent() === Coroutine::getCurrent(), $one->id() > 0]);
    echo implode(', ', $log), "\n";
    $two = new Coroutine(function (int $a, int $b) { return Coroutine::suspend($a + $b); });
    echo $two->start(2, 3), "\n";
    foreach ([fn() => $one->resume(), fn() => $two->start()] as $wrong) {
        try {
            $wrong();
        } catch (RuntimeException $exception) {
            echo $exception->getMessage(), "\n";
        }
    }
    $two->resume();
    // The callback itself, from a timer.
    $self = Coroutine::getCurrent();
    $loop->delay(0.001, fn() => $self->resume('from a timer'));
    echo Coroutine::suspend(), "\n";
    Coroutine::create(function () {
        usleep(1000);
        throw new DomainException('of a coroutine');
    });
    usleep(5000);

    echo "-- at once\n";
    $start = microtime(true);
    $running = $most = 0;
    $parallel = new Parallel();
    $limited = new Parallel(5);
    foreach (range(0, 19) as $n) {
        $parallel->add(fn() => usleep(100_000) ?? $n);
        $limited->add(function () use ($n, &$running, &$most) {
            $most = max($most, ++$running);
            usleep(20_000);
            $running--;
            return $n % 10 ? $n : throw new LogicException((string) $n);
        });
    }
    $results = $parallel->wait();
    ksort($results);
    $took = microtime(true) - $start;
    echo $results === range(0, 19) ? 'all' : json_encode($results), $took < 1 ? " at once\n" : " in $took s\n";
    echo count($limited->wait()), ' and ', count($limited->getExceptions()), " exceptions, $most at once\n";

    echo "-- channels\n";
    $channel = new Channel(2);
    $log = [];
    Coroutine::create(function () use ($channel, &$log) {
        foreach (range(1, 5) as $n) $log[] = 'push ' . json_encode($channel->push($n));
        $log[] = 'closed ' . json_encode($channel->push(6));
    });
    echo $channel->length(), ' of ', $channel->getCapacity(), ' ', json_encode([$channel->hasProducers(), $channel->hasConsumers(), $channel->push(7, 0), $channel->push(7, 0.001)]), "\n";
    echo implode(' ', array_map(fn() => $channel->pop(), range(1, 3))), "\n";
    usleep(1000);
    $channel->close();
    usleep(1000);
    echo json_encode([$channel->pop(), $channel->pop(), $channel->pop(), $channel->push(8)]), ' ', implode(', ', $log), "\n";
    $channel = new Channel();
    Coroutine::create(function () use ($channel) { usleep(5000); $channel->push('late'); });
    echo json_encode([$channel->pop(0), $channel->pop(0.001), $channel->pop(5)]), "\n";

    echo "-- groups, barriers, locks\n";
    $group = new WaitGroup();
    $ended = 0;
    for ($i = 0; $i < 5; $i++) {
        $group->add();
        Coroutine::create(function () use ($group, &$ended) { usleep(20_000); $ended++; $group->done(); });
    }
    $other = new Channel();
    Coroutine::create(fn() => $other->push($group->wait()));
    echo json_encode([$group->count(), $group->wait(0.001), $group->wait(), $other->pop(), $group->count(), $ended]), "\n";
    $barrier = Barrier::create();
    for ($i = 0; $i < 5; $i++) {
        Coroutine::create(function () use ($barrier, &$ended) { usleep(20_000); $ended++; });
    }
    Barrier::wait($barrier);
    echo json_encode([$barrier, $ended]), "\n";
    $barrier = $kept = Barrier::create();
    $start = microtime(true);
    Barrier::wait($barrier, 1);
    echo microtime(true) - $start >= 1 ? "the time is over\n" : "too early\n";
    unset($kept);
    $inside = $order = [];
    $barrier = Barrier::create();
    foreach (range(1, 5) as $n) {
        Coroutine::create(function () use ($n, $barrier, &$inside, &$order) {
            Locker::lock('key');
            $order[] = $n . json_encode($inside);
            $inside[] = $n;
            usleep(1000);
            array_pop($inside);
            Locker::unlock('key');
        });
    }
    Barrier::wait($barrier);
    echo implode(' ', $order), "\n";

    echo "-- a pool, and contexts\n";
    $made = 0;
    $pool = new Pool(3, ['wait_timeout' => 0.05]);
    $pool->setConnectionCreator(function () use (&$made) {
        usleep(1000);
        return (object) ['number' => ++$made, 'users' => 0];
    });
    $most = [];
    $parallel = new Parallel();
    foreach (range(1, 12) as $n) {
        $parallel->add(function () use ($pool, $n, &$most) {
            $connection = $pool->get();
            Context::set('connection', $connection);
            Coroutine::defer(fn() => $pool->put(Context::get('connection')));
            $most[] = ++$connection->users;
            usleep(5000);
            $connection->users--;
            return Context::get('connection') === $connection;
        });
    }
    $results = $parallel->wait();
    echo count(array_filter($results)), ' of 12, ', max($most), ' user, ', $made, ' made, ', $pool->getConnectionCount(), " there\n";
    $taken = [$pool->get(), $pool->get(), $pool->get()];
    try {
        $pool->get();
    } catch (PoolException) {
        echo "exhausted\n";
    }

    // Nothing is kept of coroutines that have ended.
    $reference = WeakReference::create(Coroutine::create(fn() => usleep(1)));
    usleep(5000);
    var_dump($reference->get());
}

Worker::$eventLoopClass = CoroutineEvent::class;
$loop = new CoroutineEvent();
$loop->setErrorHandler(fn(Throwable $error) => print('error handler: ' . get_class($error) . " {$error->getMessage()}\n"));
var_dump(Coroutine::isCoroutine());
$loop->delay(0.001, function () use ($loop) {
    Coroutine::defer(fn() => print("deferred in a callback\n"));
    scenario($loop);
    Coroutine::create(function () {
        Coroutine::defer(fn() => print("deferred in a cancelled coroutine\n"));
        sleep(60);
    });
    $loop->delay(0.01, fn() => $loop->stop());
});
$loop->run();

echo "-- a worker process\n";
$folder = sys_get_temp_dir() . '/workerman' . uniqid(getmypid() . '_');
mkdir($folder);
file_put_contents("$folder/server.php", '<?php
require ' . var_export(__DIR__ . '/vendor.inc', true) . ';
require vendor_autoloader();
load_adapter("workerman", "Async\Workerman");
' . <<<'PHP'
use Workerman\{Coroutine, Timer, Worker};
use Workerman\Coroutine\{Channel, Parallel, Pool};
use Workerman\Protocols\Text;

Worker::$eventLoopClass = Async\Workerman\CoroutineEvent::class;
foreach (['pid', 'log', 'stdout', 'status'] as $file) {
    Worker::${"{$file}File"} = __DIR__ . "/$file";
}
$worker = new Worker('unix://' . __DIR__ . '/sock');
$worker->protocol = Text::class;
$worker->onWorkerStart = function () {
    global $pool, $jobs, $first;
    $made = 0;
    $pool = new Pool(2);
    $pool->setConnectionCreator(function () use (&$made) { return (object) ['number' => ++$made]; });
    $jobs = new Channel(100);
    // A consumer that lives as long as the process.
    Coroutine::create(function () use ($jobs) {
        while ($job = $jobs->pop()) $job();
    });
    $self = Coroutine::getCurrent();
    Timer::delay(0.01, fn() => $self->resume('started'));
    $first = Coroutine::suspend();
};
$worker->onMessage = function ($connection, string $line) {
    global $pool, $jobs, $first;
    $parallel = new Parallel();
    foreach (range(1, 3) as $n) {
        $parallel->add(function () use ($pool) {
            $one = $pool->get();
            Coroutine::defer(fn() => $pool->put($one));
            usleep(10_000);
            return $one->number;
        });
    }
    $numbers = array_unique($parallel->wait());
    sort($numbers);
    $done = new Channel();
    $jobs->push(fn() => $done->push("$line done"));
    $connection->send("$first, " . $done->pop() . ', ' . (max($numbers) <= 2 ? 'right' : 'wrong'));
};
Worker::runAll();
PHP);
$server = proc_open('exec ' . php_command(escapeshellarg("$folder/server.php") . ' start'), [['file', '/dev/null', 'r'], ['file', "$folder/out", 'w'], ['file', "$folder/out", 'w']], $pipes);
$clients = [];
while (count($clients) < 10) {
    ($client = @stream_socket_client("unix://$folder/sock")) ? $clients[] = $client : usleep(10_000);
}
foreach ($clients as $n => $client) fwrite($client, "job $n\n");
foreach ($clients as $n => $client) {
    $line = trim(fgets($client));
    $line === "started, job $n done, right" ? $right = ($right ?? 0) + 1 : print("$line\n");
}
echo "$right right\n";
posix_kill((int) file_get_contents("$folder/pid"), SIGINT);
proc_close($server);
echo preg_match('/.*(?:Exception|Error|exit with status).*/', file_get_contents("$folder/log") . file_get_contents("$folder/out"), $match) ? $match[0] : 'no error', "\n";
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
bool(false)
-- coroutines
one begins, inner, create() returns, given b, the second deferred, the first deferred, [null,true,true,true]
5
The coroutine is not in suspend()
The coroutine has been started
from a timer
error handler: DomainException of a coroutine
-- at once
all at once
18 and 2 exceptions, 5 at once
-- channels
2 of 2 [true,false,false,false]
1 2 3
[4,5,false,false] push true, push true, push true, push true, push true, closed false
[false,false,"late"]
-- groups, barriers, locks
[5,false,true,true,0,5]
[null,10]
the time is over
1[] 2[] 3[] 4[] 5[]
-- a pool, and contexts
12 of 12, 1 user, 3 made, 3 there
exhausted
NULL
deferred in a callback
deferred in a cancelled coroutine
-- a worker process
10 right
no error
