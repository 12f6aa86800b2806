--TEST--
await $scope waits for its completion, throws its exceptions, accepts a token, and gives NULL; await spawned (SY-17, SY-20, SW-17, D6)
--FILE--
<?php
use Async\Scope;

$scope = new Scope;
spawn with $scope {
    echo "one\n";
    spawn {
        echo "two\n";
        spawn {
            echo "three\n";
        };
    };
};
var_dump(await $scope);

$scope = new Scope;
spawn with $scope {
    spawn {
        throw new Exception('of a grandchild');
    };
};
try {
    await $scope;
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}

$scope = new Scope;
$endless = spawn with $scope Async\delay(100000);
try {
    await $scope until Async\timeout(1);
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
var_dump($endless->isCompleted());
$scope->cancel();

// A subclass can wait differently.
class Own extends Scope
{
    public function awaitCompletion(?Async\Awaitable $cancellation = null): void
    {
        echo "own ";
        parent::awaitCompletion($cancellation);
    }
}
$own = new Own;
spawn with $own { echo "task "; };
var_dump(await $own);

// The function is unchanged (D6).
try {
    Async\await($own);
} catch (TypeError $e) {
    echo substr($e->getMessage(), 0, 60), "\n";
}
foreach ([null, 'text', new stdClass] as $other) {
    try {
        await $other;
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}

// The children of the current coroutine.
$task = spawn {
    spawn { suspend; echo "child 1\n"; };
    spawn { suspend; echo "child 2\n"; };
    await spawned;
    echo "parent\n";
    $slow = spawn Async\delay(100000);
    try {
        await spawned until Async\timeout(1);
    } catch (Async\AwaitCancelledException $e) {
        echo "no longer\n";
        $slow->cancel();
    }
    // These are names.
    $spawned = fn() => spawn { return 'a closure'; };
    return [await $spawned(), await spawned(), await Spawned::make()];
};
function spawned() { return spawn { return 'a function'; }; }
class Spawned { static function make() { return spawn { return 'a class'; }; } }
echo implode(', ', await $task), "\n";
?>
--EXPECT--
one
two
three
NULL
of a grandchild
Async\TimeoutException
bool(false)
own task NULL
Async\await(): Argument #1 ($awaitable) must be of type Asyn
Async\Syntax\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, null given
Async\Syntax\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, string given
Async\Syntax\await(): Argument #1 ($awaitable) must be of type Async\Awaitable, stdClass given
child 1
child 2
parent
no longer
a closure, a function, a class
