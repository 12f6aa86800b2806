--TEST--
Cancellation goes bottom up: coroutines of child scopes first, then the parent's (SH-06, SH-08, CN-24, D18)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

function tree(): array
{
    $scopes = ['root' => new Scope];
    foreach (['a' => 'root', 'b' => 'root', 'a1' => 'a', 'a2' => 'a', 'b1' => 'b', 'a1x' => 'a1'] as $name => $parent) {
        $scopes[$name] = Scope::inherit($scopes[$parent]);
    }
    foreach ($scopes as $name => $scope) {
        foreach ([1, 2] as $n) {
            $scope->spawn(function () use ($name, $n) { try { delay(100000); } finally { echo "$name/$n "; } });
        }
    }
    suspend();
    return $scopes;
}
foreach (['cancel', 'dispose', '__destruct'] as $method) {
    $scopes = tree();
    if ($method === '__destruct') $scopes['root']->asNotSafely();
    @$scopes['root']->$method();
    foreach (array_reverse($scopes) as $scope) $scope->awaitAfterCancellation();
    echo "\n", count(array_filter($scopes, fn($s) => $s->isCancelled() && $s->isClosed())), "\n";
}
// A part of the tree only.
$scopes = tree();
$scopes['a']->cancel();
$scopes['a']->awaitAfterCancellation();
echo "\n";
foreach ($scopes as $name => $scope) echo $name, $scope->isCancelled() ? '- ' : '+ ';
echo "\n";
$scopes['root']->cancel();
$scopes['root']->awaitAfterCancellation();
echo "\n";
?>
--EXPECT--
a1x/1 a1x/2 a1/1 a1/2 a2/1 a2/2 a/1 a/2 b1/1 b1/2 b/1 b/2 root/1 root/2 
7
a1x/1 a1x/2 a1/1 a1/2 a2/1 a2/2 a/1 a/2 b1/1 b1/2 b/1 b/2 root/1 root/2 
7
a1x/1 a1x/2 a1/1 a1/2 a2/1 a2/2 a/1 a/2 b1/1 b1/2 b/1 b/2 root/1 root/2 
7
a1x/1 a1x/2 a1/1 a1/2 a2/1 a2/2 a/1 a/2 
root+ a- b+ a1- a2- b1+ a1x- 
b1/1 b1/2 b/1 b/2 root/1 root/2 
