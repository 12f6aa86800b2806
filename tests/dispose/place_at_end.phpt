--TEST--
A scope that ends with a coroutine names the end of that function, or the place of the spawn, as the place of its disposal (D8, D2)
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, spawn, suspend};

set_error_handler(function ($type, $message, $file, $line) {
    echo str_replace(__DIR__ . DIRECTORY_SEPARATOR, '', "$message (line $line)"), "\n";
});

function work(?Scope $given = null)
{
    $scope = $given ?? new Scope;
    $scope->spawn(fn() => delay(1));
    suspend();
}
spawn('work');
delay(5);

spawn('work', new Scope);
delay(5);

$scope = (new Scope)->asNotSafely();
$left = $scope->spawn(fn() => delay(10000));
spawn(function ($scope) {
    suspend();
}, $scope);
unset($scope);
try {
    await($left);
} catch (Async\AsyncCancellation $e) {
    echo basename($e->getMessage()), ', ', basename($e->getFile()), ':', $e->getLine(), "\n";
}

spawn(function () {
    $scope = (new Scope)->asNotSafely();
    $GLOBALS['left'] = $scope->spawn(fn() => delay(10000));
    suspend();
});
suspend();
try {
    await($left);
} catch (Async\AsyncCancellation $e) {
    echo basename($e->getMessage()), ', ', basename($e->getFile()), ':', $e->getLine(), "\n";
}
// schedules: none, it tests the order of turns
?>
--EXPECT--
Coroutine is zombie at place_at_end.php:12 in Scope disposed at place_at_end.php:14 (line 14)
Coroutine is zombie at place_at_end.php:12 in Scope disposed at place_at_end.php:18 (line 18)
place_at_end.php:23, place_at_end.php:23
place_at_end.php:37, place_at_end.php:37
