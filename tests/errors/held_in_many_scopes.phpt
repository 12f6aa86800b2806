--TEST--
Failures that an await has held, in one scope or in many: the state of their scopes is the same after it (ER-13, D10 b)
--FILE--
<?php
use Async\Future;
use Async\FutureState;
use Async\Scope;

use function Async\all;
use function Async\any;
use function Async\await;
use function Async\captureErrors;
use function Async\currentScope;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;
use function Async\timeout;

/* What the code after the await sees of the first scope. Two awaits in a row: the second takes back what is owed. */
function seen(int $count, callable $observe, bool $nested, bool $twice): array {
    $log = [];
    $scopes = $failed = [];
    for ($i = 0; $i < $count; $i++) {
        $scopes[] = $scope = new Scope();
        $scope->setExceptionHandler(function () use (&$log, $i) {
            $i === 0 and $log[] = 'handled';
        });
        $scope->finally(function () use (&$log, $i) {
            $i === 0 and $log[] = 'finally';
        });
        $failed[] = $scope->spawn(fn() => throw new LogicException());
    }
    unset($scope);
    $pending = new FutureState();
    $held = captureErrors(all([...$failed, new Future($pending)]));
    $trigger = $nested ? any([spawn(fn() => 1), spawn(fn() => 2), $held]) : $held;
    for ($round = 0; $round <= (int) $twice; $round++) {
        try {
            await($trigger, $nested ? null : timeout(1));
        } catch (Async\AwaitCancelledException) {
        }
    }
    $observe($scopes[0], $log, $scopes, $failed);
    $log[] = 'observed';
    for ($i = 0; $i < 4; $i++) {
        suspend();
    }
    $pending->complete(1);
    delay(1);
    return $log;
}

$observers = [
    'isFinished' => function ($scope, &$log) {
        $log[] = $scope->isFinished();
    },
    'awaitCompletion' => fn($scope) => $scope->awaitCompletion(),
    'awaitDirectChildren' => fn($scope) => $scope->awaitDirectChildren(),
    'cancel' => fn($scope) => $scope->cancel(),
    'cancel, awaitAfterCancellation' => function ($scope) {
        $scope->cancel();
        $scope->awaitAfterCancellation();
    },
    'dispose' => fn($scope) => $scope->dispose(),
    'disposeSafely' => fn($scope) => $scope->disposeSafely(),
    'spawn' => fn($scope) => await($scope->spawn(fn() => 1)),
    'drop' => function ($scope, &$log, &$scopes) {
        $scope = $scopes = null;
    },
    'suspend' => fn() => suspend(),
    'nothing' => fn() => null,
    'catch' => function ($scope, &$log, $scopes, $failed) {
        try {
            await($failed[0]);
        } catch (LogicException) {
            $log[] = 'caught';
        }
    },
];

foreach ($observers as $name => $observe) {
    foreach ([false, true] as $nested) {
        foreach ([false, true] as $twice) {
            $one = seen(1, $observe, $nested, $twice);
            foreach ([2, 5] as $count) {
                $many = seen($count, $observe, $nested, $twice);
                if ($one !== $many) {
                    echo "$name, ", $nested ? 'nested' : 'direct', $twice ? ', twice' : '', ": one scope: ",
                        json_encode($one), ", $count scopes: ", json_encode($many), "\n";
                }
            }
        }
        echo "$name: ", json_encode($one), "\n";
    }
}

/* The coroutine that awaited is the last of its scope: its end must not finish the scope before the failure in it is
 * routed. */
foreach ([1, 3] as $count) {
    $log = [];
    $scope = new Scope();
    $scope->setExceptionHandler(function () use (&$log) {
        $log[] = 'handled';
    });
    $scope->finally(function () use (&$log) {
        $log[] = 'finally';
    });
    $others = [];
    $scope->spawn(function () use ($count, &$others) {
        $failed = [currentScope()->spawn(fn() => throw new LogicException())];
        for ($i = 1; $i < $count; $i++) {
            $others[] = $other = new Scope();
            $other->setExceptionHandler(fn() => null);
            $failed[] = $other->spawn(fn() => throw new LogicException());
        }
        await(any([spawn(fn() => 1), captureErrors(all([...$failed, new Future(new FutureState())]))]));
    });
    $scope->awaitCompletion();
    suspend();
    delay(1);
    echo "last of its scope, $count: ", implode(' ', $log), "\n";
}
?>
--EXPECT--
isFinished: [false,"observed","handled"]
isFinished: [false,"observed","handled"]
awaitCompletion: ["handled","observed","finally"]
awaitCompletion: ["handled","observed","finally"]
awaitDirectChildren: ["handled","observed","finally"]
awaitDirectChildren: ["handled","observed","finally"]
cancel: ["observed","handled","finally"]
cancel: ["observed","handled","finally"]
cancel, awaitAfterCancellation: ["handled","finally","observed"]
cancel, awaitAfterCancellation: ["handled","finally","observed"]
dispose: ["observed","handled","finally"]
dispose: ["observed","handled","finally"]
disposeSafely: ["observed","handled","finally"]
disposeSafely: ["observed","handled","finally"]
spawn: ["handled","observed"]
spawn: ["handled","observed"]
drop: ["observed","handled","finally"]
drop: ["observed","handled","finally"]
suspend: ["handled","observed"]
suspend: ["handled","observed"]
nothing: ["observed","handled"]
nothing: ["observed","handled"]
catch: ["caught","observed"]
catch: ["caught","observed"]
last of its scope, 1: handled finally
last of its scope, 3: handled finally
