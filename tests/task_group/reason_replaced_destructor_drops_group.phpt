--TEST--
A scope cancels its groups, while a destructor of the reason of one drops another one
--FILE--
<?php
// schedules: none
use Async\{AsyncCancellation, Scope, TaskGroup};
use function Async\{delay, suspend};

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
$stays = $group->spawn(function () {
    try {
        delay(100000);
    } catch (AsyncCancellation) {
    }
    delay(20);
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
?>
--EXPECT--
1 error
destructor
cancelled
NULL
int(1)
