--TEST--
An await throws one failure; a second one offered to it meanwhile is reported as a warning (ER-06, ER-12, P7)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

$scope = new Scope;
$scope->spawn(fn() => throw new Exception('first'));
$scope->spawn(fn() => throw new RuntimeException('second'));
spawn(function () use ($scope) {
    try {
        $scope->awaitCompletion();
    } catch (Exception $e) {
        echo "\nother awaiter: ", $e->getMessage(), "\n";
    }
});
suspend();
try {
    $scope->awaitCompletion();
} catch (Exception $e) {
    echo "\nmain: ", $e->getMessage(), "\n";
}
for ($i = 0; $i < 5; $i++) suspend();
echo "end\n";
?>
--EXPECTF--
Warning: Uncaught RuntimeException: second in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d

%s: first

%s: first
end
