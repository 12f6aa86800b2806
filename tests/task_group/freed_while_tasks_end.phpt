--TEST--
TaskGroup: a task that fails while a destructor waits, as the dropped group frees its results, does not use the group (D16, D40)
--FILE--
<?php
use Async\{AsyncCancellation, Scope, TaskGroup};
use function Async\suspend;

class Waits
{
    public function __destruct()
    {
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
        echo "destroyed\n";
    }
}
for ($round = 0; $round < 3; $round++) {
    $scope = new Scope;
    $scope->setExceptionHandler(function ($scope, $coroutine, $exception) { echo $exception->getMessage(), "\n"; });
    $group = new TaskGroup($scope);
    $group->spawn(fn() => new Waits);
    for ($i = 0; $i < 2; $i++) {
        $group->spawn(function () {
            try {
                suspend();
                suspend();
                suspend();
            } catch (AsyncCancellation) {
                suspend();
            }
            throw new RuntimeException('late');
        });
    }
    suspend();
    suspend();
    $group->dispose();
    unset($group);
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    // Memory that the group has left is used again.
    $other = array_map(fn() => new TaskGroup, range(1, 20));
    foreach ($other as $next) {
        $next->close();
    }
}
echo "end\n";
?>
--EXPECT--
late
late
destroyed
late
late
destroyed
late
late
destroyed
end
