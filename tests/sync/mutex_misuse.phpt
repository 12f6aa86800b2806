--TEST--
Mutex: locked twice by its owner, unlocked by another coroutine, released inside synchronized(): AsyncException
--FILE--
<?php
use Async\{AsyncException, Mutex};
use function Async\{spawn, suspend, await};

function attempt(callable $what): void
{
    try {
        $what();
        echo "BROKEN: nothing\n";
    } catch (AsyncException $e) {
        echo preg_replace('~\S+/~', '', $e->getMessage()), "\n";
    }
}

$mutex = new Mutex;
attempt(fn() => $mutex->unlock());
$mutex->lock();
attempt(fn() => $mutex->lock());
attempt(fn() => $mutex->synchronized(fn() => null));
var_dump($mutex->tryLock());
await(spawn(fn() => attempt(fn() => $mutex->unlock())));
$mutex->unlock();
attempt(fn() => $mutex->synchronized(fn() => $mutex->unlock()));
attempt(fn() => $mutex->synchronized(fn() => throw new AsyncException('thrown inside')));
attempt(fn() => $mutex->synchronized(function () use ($mutex) {
    $mutex->unlock();
    throw new AsyncException('thrown inside');
}));
var_dump($mutex->isLocked(), $mutex->synchronized(function () use ($mutex) {
    $mutex->unlock();
    $mutex->lock();
    return 'returned';
}), $mutex->isLocked());
$object = new class {
    private function secret()
    {
        return 'private';
    }

    public function __call($name, $arguments)
    {
        return "magic $name";
    }

    public function go(Mutex $mutex)
    {
        return $mutex->synchronized([$this, 'secret']);
    }
};
$byReference = function &() {
    static $value = 'reference';
    return $value;
};
var_dump($object->go($mutex), $mutex->synchronized([$object, 'any']), $mutex->synchronized('phpversion') === PHP_VERSION,
    $mutex->synchronized($byReference));
foreach ([fn() => clone $mutex, fn() => serialize($mutex), fn() => $mutex->synchronized('no such function')] as $misuse) {
    try {
        $misuse();
    } catch (Throwable $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
unlock() without lock(): the mutex is not locked
The coroutine holds this lock already, since mutex_misuse.php:17
The coroutine holds this lock already, since mutex_misuse.php:17
bool(false)
The lock is held by another coroutine, #1, since mutex_misuse.php:17
The callback of synchronized() has given up the lock: synchronized() unlocks by itself
thrown inside
thrown inside
bool(false)
string(8) "returned"
bool(false)
string(7) "private"
string(9) "magic any"
bool(true)
string(9) "reference"
Trying to clone an uncloneable object of class Async\Mutex
Serialization of 'Async\Mutex' is not allowed
Async\Mutex::synchronized(): Argument #1 ($callback) must be a valid callback, function "no such function" not found or invalid function name
