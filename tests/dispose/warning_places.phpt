--TEST--
The warning names the place of the suspension, or else of the spawn, and the place of the disposal (DI-03, DE-10)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

set_error_handler(function ($level, $message) {
    echo $level === E_WARNING ? '' : "level $level: ", preg_replace('~ [^ ]*/~', ' ', $message), "\n";
    return true;
});
$scope = new Scope;
$scope->spawn(function () {
    suspend(); // line 11
    suspend();
});
$scope->spawn(fn() => 1); // line 14
$done = $scope->spawn(fn() => 1)->asHiPriority();
while (!$done->isCompleted()) suspend();
$scope->spawn(fn() => 1); // line 17
function dispose(Scope $scope): void
{
    $scope->dispose(); // line 20
}
dispose($scope);
// By the end of a frame, and by a parent.
(function () {
    $scope = new Scope;
    $child = Scope::inherit($scope);
    $child->spawn(fn() => 1); // line 27
})();
// … of the parent: the warning names the parent's place.
$scope = new Scope;
$child = Scope::inherit($scope);
$child->spawn(fn() => 1); // line 32
$scope->disposeSafely(); // line 33
// By the end of a frame that an exception leaves: the place is the call, as for a frame that returns.
function fail(): void
{
    throw new Exception;
}
function fails(bool $safely): void
{
    $scope = new Scope;
    if (!$safely) {
        $scope->asNotSafely();
    }
    $scope->spawn(function () {
        try {
            suspend();
            suspend();
        } catch (Async\AsyncCancellation $e) {
            echo basename($e->getMessage()), "\n";
        }
    });
    suspend();
    try {
        throw new Exception;
    } catch (Exception) {
    }
    fail();
}
foreach ([true, false] as $safely) {
    try {
        fails($safely); // line 62
    } catch (Exception) {
    }
}
set_error_handler(fn($level, $message, $file, $line) => print("line $line\n"));
try {
    fails(true); // line 68
} catch (Exception) {
}
class WaitsAtTheEnd
{
    function __destruct()
    {
        suspend(); // line 75
    }
}
$waits = Async\spawn(function () {
    $waits = new WaitsAtTheEnd;
    fail();
});
suspend();
echo $waits->getSuspendFileAndLine()[1], "\n";
try {
    Async\await($waits);
} catch (Exception) {
}
?>
--EXPECT--
Coroutine is zombie at warning_places.php:11 in Scope disposed at warning_places.php:20
Coroutine is zombie at warning_places.php:17 in Scope disposed at warning_places.php:20
Coroutine is zombie at warning_places.php:27 in Scope disposed at warning_places.php:28
Coroutine is zombie at warning_places.php:32 in Scope disposed at warning_places.php:33
Coroutine is zombie at warning_places.php:47 in Scope disposed at warning_places.php:62
warning_places.php:62
line 68
75
