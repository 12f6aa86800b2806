--TEST--
Child scopes are released with the strategy of the parent, children first (SH-09, SH-08, D18)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

set_error_handler(function ($level, $message) { echo preg_replace('~Coroutine is zombie at .*:(\d+) in .*~', 'zombie of line $1', $message), "\n"; return true; });
foreach (['dispose', 'disposeSafely', 'disposeAfterTimeout', 'cancel', 'unset', 'unset, not safely'] as $method) {
    echo "-- $method\n";
    $scope = new Scope;
    $child = Scope::inherit($scope)->asNotSafely();
    $grandchild = Scope::inherit($child);
    $gate = Async\spawn(function () { suspend(); suspend(); });
    $body = function (string $name) use ($gate) { try { Async\await($gate); echo "$name went on\n"; } catch (Async\AsyncCancellation) { echo "$name cancelled\n"; } };
    $scope->spawn($body, 'parent');
    $child->spawn($body, 'child');
    $grandchild->spawn($body, 'grandchild');
    suspend();
    $scope->spawn(fn() => 1); // line 17
    $child->spawn(fn() => 1);
    $grandchild->spawn(fn() => 1); // line 19
    if ($method === 'unset, not safely') $scope->asNotSafely();
    if ($method[0] === 'u') unset($scope);
    else $scope->$method(...($method === 'disposeAfterTimeout' ? [100000] : []));
    foreach ([$grandchild, $child] as $s) echo $s->isClosed() ? 'closed' : 'open', $s->isCancelled() ? ' cancelled' : '', "\n";
    for ($i = 0; $i < 4; $i++) suspend();
}
?>
--EXPECT--
-- dispose
zombie of line 12
zombie of line 19
zombie of line 12
zombie of line 18
zombie of line 12
zombie of line 17
closed cancelled
closed cancelled
grandchild cancelled
child cancelled
parent cancelled
-- disposeSafely
zombie of line 12
zombie of line 19
zombie of line 12
zombie of line 18
zombie of line 12
zombie of line 17
closed
closed
parent went on
child went on
grandchild went on
-- disposeAfterTimeout
zombie of line 12
zombie of line 19
zombie of line 12
zombie of line 18
zombie of line 12
zombie of line 17
closed
closed
parent went on
child went on
grandchild went on
-- cancel
closed cancelled
closed cancelled
grandchild cancelled
child cancelled
parent cancelled
-- unset
zombie of line 12
zombie of line 19
zombie of line 12
zombie of line 18
zombie of line 12
zombie of line 17
closed
closed
parent went on
child went on
grandchild went on
-- unset, not safely
closed cancelled
closed cancelled
grandchild cancelled
child cancelled
parent cancelled
