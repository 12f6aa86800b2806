--TEST--
An error handler called for a zombie report can throw, suspend, dispose again, cancel, and resurrect the scope (DI-03, DI-05, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn, currentScope};

function scope(): array
{
    $scope = new Scope;
    $child = Scope::inherit($scope);
    $body = static function () { try { for ($i = 0; $i < 5; $i++) suspend(); echo "went on\n"; } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; } };
    foreach ([$scope, $child, $scope] as $s) $s->spawn($body);
    suspend();
    return [$scope, $child];
}
$what = null;
$calls = 0;
set_error_handler(function ($n, $message) use (&$what, &$calls) { $calls++; $what(); return true; });
$saved = null;
$scope = null;
foreach ([
    'throws' => function () { throw new ErrorException('from the error handler'); },
    'suspends' => function () { suspend(); },
    'disposes again' => function () use (&$scope) { $scope?->dispose(); },
    'cancels' => function () use (&$scope) { $scope?->cancel(); },
    'spawns there' => function () use (&$scope) { try { $scope?->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; } },
    'makes handles' => function () use (&$saved) { foreach (Scope::global()->getChildScopes() as $s) $saved[] = $s; },
] as $name => $what) {
    foreach (['disposeSafely', 'dispose', 'unset'] as $method) {
        $calls = 0;
        [$scope, $child] = scope();
        try {
            if ($method === 'unset') $scope = null; else $scope->$method();
        } catch (ErrorException $e) {
            echo $e->getMessage(), "\n";
        }
        echo "$name, $method: $calls calls\n";
        unset($e);
        $child = null;
        for ($i = 0; $i < 8; $i++) suspend();
    }
}
?>
--EXPECT--
from the error handler
throws, disposeSafely: 1 calls
went on
went on
went on
from the error handler
throws, dispose: 1 calls
cancelled
cancelled
cancelled
from the error handler
throws, unset: 1 calls
went on
went on
went on
suspends, disposeSafely: 3 calls
went on
went on
went on
cancelled
cancelled
cancelled
suspends, dispose: 3 calls
suspends, unset: 3 calls
went on
went on
went on
disposes again, disposeSafely: 3 calls
cancelled
cancelled
cancelled
disposes again, dispose: 3 calls
cancelled
cancelled
cancelled
disposes again, unset: 3 calls
went on
went on
went on
cancels, disposeSafely: 3 calls
cancelled
cancelled
cancelled
cancels, dispose: 3 calls
cancelled
cancelled
cancelled
cancels, unset: 3 calls
went on
went on
went on
Coroutine scope is closed
Coroutine scope is closed
Coroutine scope is closed
spawns there, disposeSafely: 3 calls
went on
went on
went on
Coroutine scope is closed
Coroutine scope is closed
Coroutine scope is closed
spawns there, dispose: 3 calls
cancelled
cancelled
cancelled
spawns there, unset: 3 calls
went on
went on
went on
makes handles, disposeSafely: 3 calls
went on
went on
went on
makes handles, dispose: 3 calls
cancelled
cancelled
cancelled
makes handles, unset: 3 calls
went on
went on
went on
