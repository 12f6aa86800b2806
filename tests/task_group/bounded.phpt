--TEST--
A bounded group ends its scope when it ends, also a scope that others hold (TG-03, TG-24)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{suspend};

foreach (['dispose', 'cancel', '__destruct', 'gone'] as $how) {
    foreach ([true, false] as $bounded) {
        $scope = new Scope();
        $other = $scope->spawn(function () { Async\delay(100000); });
        $group = new TaskGroup($scope, bounded: $bounded);
        $task = $group->spawn(function () { Async\delay(100000); });
        suspend();
        if ($how === 'gone') {
            unset($group);
        } else {
            $group->$how();
        }
        echo "$how: scope ", $scope->isClosed() ? 'closed' : 'open';
        suspend();
        suspend();
        echo ', task ', $task->isCancelled() ? 'cancelled' : 'at work';
        echo ', other ', $other->isCancelled() ? 'cancelled' : 'at work', "\n";
        $scope->cancel();
    }
}
?>
--EXPECTF--
dispose: scope closed, task cancelled, other cancelled
dispose: scope open, task cancelled, other at work
cancel: scope closed, task cancelled, other cancelled
cancel: scope open, task cancelled, other at work

Warning: TaskGroup created at %s:9 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
__destruct: scope closed, task cancelled, other cancelled

Warning: TaskGroup created at %s:9 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
__destruct: scope open, task cancelled, other at work

Warning: TaskGroup created at %s:9 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
gone: scope closed, task cancelled, other cancelled

Warning: TaskGroup created at %s:9 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
gone: scope open, task cancelled, other at work
