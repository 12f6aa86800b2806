--TEST--
A scope cancels its groups, while a destructor of the reason of one drops another one
--FILE--
<?php
// schedules: none
use Async\{AsyncCancellation, Future, FutureState, Scope, TaskGroup};
use function Async\{await, delay, suspend};

class Reason extends AsyncCancellation
{
    public ?Closure $end = null;
    function __destruct()
    {
        ($this->end)();
    }
}

function rounds(): void
{
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
}

$scope = new Scope;
$other = new TaskGroup($scope);
$group = new TaskGroup($scope);
$gate = new FutureState;
$stays = $group->spawn(function () use ($gate) {
    try {
        delay(100000);
    } catch (AsyncCancellation) {
    }
    await(new Future($gate));
});
suspend();
$stays->cancel();
suspend();
$group->spawn(fn() => delay(100000));
suspend();
$reason = new Reason('first');
$reason->end = function () use (&$other) {
    echo "destructor\n";
    $other = null;
};
$group->cancel($reason);
unset($reason);
rounds();
echo count($group->getErrors()), " error\n";
$group->disposeResults();
rounds();
$scope->cancel();
echo "cancelled\n";
rounds();
var_dump($other, count($group));
$gate->complete();
?>
--EXPECT--
1 error
destructor
cancelled
NULL
int(1)
