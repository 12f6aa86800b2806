--TEST--
In shutdown functions, channel calls that need no wait work, and a wait is refused (D14, D37)
--FILE--
<?php
use Async\{Channel, Mutex, Semaphore};
use function Async\{await, once, select, suspend};

suspend();
register_shutdown_function(function () {
    $channel = new Channel(1);
    $channel->send('value');
    var_dump($channel->sendAsync('full'), await($channel), $channel->sendAsync('again'), $channel->recv());
    var_dump(select([[$channel, 'third']]), select([$channel])[1]);
    $mutex = new Mutex;
    $mutex->lock();
    var_dump($mutex->isLocked(), $mutex->tryLock());
    $mutex->unlock();
    var_dump($mutex->synchronized(fn() => 'under the lock'));
    $semaphore = new Semaphore(1);
    var_dump($semaphore->run(fn() => $semaphore->tryAcquire()), once(fn() => 'result')());
    foreach ([fn() => $channel->recv(), fn() => select([$channel]), fn() => $semaphore->acquire() . $semaphore->acquire()]
            as $wait) {
        try {
            $wait();
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    $channel->send('left');
    try {
        $channel->send('too much');
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
bool(false)
string(5) "value"
bool(true)
string(5) "again"
array(2) {
  [0]=>
  int(0)
  [1]=>
  NULL
}
string(5) "third"
bool(true)
bool(false)
string(14) "under the lock"
bool(false)
string(6) "result"
Cannot wait: the request is shutting down, and its coroutines have ended
Cannot wait: the request is shutting down, and its coroutines have ended
Cannot wait: the request is shutting down, and its coroutines have ended
Cannot wait: the request is shutting down, and its coroutines have ended
