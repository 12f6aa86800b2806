--TEST--
any() makes its exception anew, while a destructor of an exception in the one before awaits it
--FILE--
<?php
// schedules: none
use Async\{CompositeException, TaskGroup};
use function Async\{await, suspend};

class Awaits extends Exception
{
    public ?Closure $await = null;
    function __destruct()
    {
        ($this->await)();
    }
}

$group = new TaskGroup;
$any = $group->any();
$show = function (string $who) use ($any) {
    try {
        await($any);
    } catch (CompositeException $e) {
        echo $who, ': ', implode(', ', array_map(fn($one) => $one->getMessage(), $e->getExceptions())), "\n";
    }
};
$group->spawn(function () use ($show) {
    $e = new Awaits('one');
    $e->await = fn() => $show('destructor');
    throw $e;
});
suspend();
$show('first');
$group->disposeResults();
$group->spawn(fn() => throw new Exception('two'));
suspend();
$show('second');
suspend();
echo "end\n";
?>
--EXPECT--
first: one
second: two
destructor: two
end
