--TEST--
Whole programs: scopes and groups that are awaited, cancelled, disposed, or dropped by their owner (SY-02, SY-10, SY-11, SY-12, SY-17, SY-18, SY-21)
--FILE--
<?php
namespace App;

use Async\{AsyncException, CancellationException, Scope, TaskGroup};
use Exception;
use Throwable;
use function Async\Scope\delay;

set_error_handler(function (int $level, string $message) {
    echo 'Warning: ', preg_replace('~/\S*/~', '', $message), "\n";
    return true;
});

// ---- a spawned coroutine belongs to the scope of its spawner, at any depth ----
$scope = new Scope();
spawn with $scope {
    echo "first\n";

    spawn {
        suspend;
        echo "second\n";

        spawn {
            suspend;
            echo "third\n";
        };
    };
};
var_dump(await $scope);

$scope = new Scope();
spawn with $scope {
    spawn {
        spawn {
            throw new Exception('from deep inside');
        };
    };
};
try {
    await $scope;
} catch (Exception $e) {
    echo $e->getMessage(), ', line ', $e->getLine(), "\n";
}

// ---- cancelled before any start: silent, and closed ----
$scope = new Scope();
spawn with $scope {
    echo "never\n";
};
$scope->cancel(new CancellationException('not needed'));
try {
    spawn with $scope { echo "never\n"; };
} catch (AsyncException $e) {
    echo $e->getMessage(), ', line ', $e->getLine(), "\n";
}

// ---- the root task ends before its children: zombies that end by themselves or are cancelled ----
foreach (['disposeSafely', 'dispose', 'cancel'] as $end) {
    $scope = new Scope();
    await spawn in $scope use ($end) {
        spawn use ($end) {
            suspend;
            suspend;
            echo "child one after $end\n";
        };
        spawn use ($end) {
            suspend;
            suspend;
            echo "child two after $end\n";
        };
        echo "root of $end\n";
    };
    $scope->$end();
    for ($i = 0; $i < 4; $i++) {
        suspend;
    }
}

// ---- a service whose destructor gives its tasks some time; static blocks do not hold the service ----
final class Service
{
    private Scope $scope;

    public function __construct()
    {
        $this->scope = new Scope();
    }

    public function __destruct()
    {
        $this->scope->disposeAfterTimeout(300);
    }

    public function run(): void
    {
        spawn with $this->scope static {
            $GLOBALS['inner'] = spawn {
                suspend;
                echo "goes on as a zombie\n";
                try {
                    delay(1_000_000);
                    echo "never\n";
                } finally {
                    echo "time is up\n";
                }
            };

            echo "service started\n";
        };
    }
}
$service = new Service();
$service->run();
suspend;
unset($service);
try {
    await $inner;
} catch (CancellationException $e) {
    echo "cancelled\n";
}

// ---- two groups in one scope; coroutines that their tasks spawn are in no group ----
function task(string $name): string
{
    spawn {
        suspend;
        echo "a task of no group\n";
    };
    return $name;
}
$scope = new Scope();
$one = new TaskGroup($scope);
$two = new TaskGroup($scope, captureResults: false);
spawn with $one task('a');
spawn with $two strtoupper('b');
echo json_encode(await $one), json_encode(await $two), ' ', count($one), "\n";
await $scope;

// ---- a group is cancelled with a message of its own; with its scope it is cancelled silently ----
$group = new TaskGroup(captureResults: false);
spawn with $group {
    try {
        suspend;
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
suspend;
$group->cancel(new CancellationException('group over'));
suspend;

$scope = new Scope();
$group = new TaskGroup(scope: $scope, captureResults: false);
spawn with $group {
    delay(100_000);
    echo "never\n";
}
suspend;
$scope->dispose();

// ---- results with gaps ----
$group = new TaskGroup(captureResults: true);
spawn with $group { return 'fine'; }
spawn with $group { throw new Exception('broken'); }
echo json_encode(await $group->all(ignoreErrors: true, nullOnFail: true)), "\n";
foreach ($group->getErrors() as $key => $error) {
    echo "$key: {$error->getMessage()}\n";
}
echo "end\n";
?>
--EXPECT--
first
second
third
NULL
from deep inside, line 35
Coroutine scope is closed, line 52
root of disposeSafely
Warning: Coroutine is zombie at programs_scopes.php:62 in Scope disposed at programs_scopes.php:73
Warning: Coroutine is zombie at programs_scopes.php:67 in Scope disposed at programs_scopes.php:73
child one after disposeSafely
child two after disposeSafely
root of dispose
Warning: Coroutine is zombie at programs_scopes.php:62 in Scope disposed at programs_scopes.php:73
Warning: Coroutine is zombie at programs_scopes.php:67 in Scope disposed at programs_scopes.php:73
root of cancel
service started
Warning: Coroutine is zombie at programs_scopes.php:97 in Scope disposed at programs_scopes.php:91
goes on as a zombie
time is up
cancelled
["a"]null 1
a task of no group
Async\AsyncCancellation: group over
["fine",null]
1: broken
end
