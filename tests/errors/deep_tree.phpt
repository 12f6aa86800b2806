--TEST--
A failure at the bottom of three thousand nested scopes reaches the awaiter at the top without recursion (ER-07, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\{delay, suspend};

$top = $scope = new Scope;
$scopes = $waiting = [];
for ($i = 0; $i < 3000; $i++) {
    $scopes[] = $scope = Scope::inherit($scope);
    if ($i % 100 == 0) $waiting[] = $scope->spawn(fn() => delay(600000));
}
suspend();
$scope->spawn(fn() => throw new Exception('deep'));
try { $top->awaitCompletion(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
suspend();
var_dump(count(array_filter($scopes, fn($s) => $s->isCancelled())), count(array_filter($waiting, fn($c) => $c->isCancelled())));
unset($scope, $scopes, $top);
echo "end\n";
?>
--EXPECT--
deep
int(3000)
int(30)
end
