--TEST--
A cycle through a process pool or a scope that the collector has found alive is collected after their coroutines ended
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{ProcessPool, Scope};
use function Async\{await, delay};

final class Owner
{
    public ?object $holds = null;
    public ?object $below = null;

    public function __construct(private string $name, private int $pid) {}

    public function __destruct()
    {
        if ($this->pid === getmypid()) {
            echo "collected: $this->name\n";
        }
    }
}

/** The only handles are in the cycle when the collector runs, and no reference is dropped afterwards. */
function check(string $name, Closure $make): void
{
    $end = new Async\Channel(1);
    $done = $make(new Owner($name, getmypid()), $end);
    gc_collect_cycles();
    echo "alive: $name\n";
    $end->send(true);
    await($done);
    unset($done);
    for ($i = 0; $i < 5; $i++) {
        delay(1);
    }
    gc_collect_cycles();
}

check('pool', function (Owner $owner) {
    $owner->holds = new ProcessPool(function (int $n) use ($owner) {
        delay(100);
        return $n;
    }, workers: 1);
    return $owner->holds->submit(1);
});
foreach (['setExceptionHandler', 'setChildScopeExceptionHandler', 'onFinally'] as $method) {
    check($method, function (Owner $owner, Async\Channel $end) use ($method) {
        $owner->holds = new Scope;
        $owner->holds->$method(function () use ($owner) {});
        return $owner->holds->spawn($end->recv(...));
    });
}
check('coroutine below', function (Owner $owner, Async\Channel $end) {
    $owner->holds = new Scope;
    $owner->holds->setExceptionHandler(function () use ($owner) {});
    $owner->below = Scope::inherit($owner->holds);
    return $owner->below->spawn($end->recv(...));
});
echo "end\n";
?>
--EXPECT--
alive: pool
collected: pool
alive: setExceptionHandler
collected: setExceptionHandler
alive: setChildScopeExceptionHandler
collected: setChildScopeExceptionHandler
alive: onFinally
collected: onFinally
alive: coroutine below
collected: coroutine below
end
