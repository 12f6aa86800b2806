--TEST--
Bounds of scopes in a cycle, or with the scope itself, are collected, also after exit and after an exception (SC-11)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// A debug build of PHP reports leaks at the end; with any build this test checks that the handles are released.
$two = <<<'CODE'
use Async\BoundedScope;
use function Async\{suspend, delay};

function circle(bool $starts): WeakReference
{
    [$a, $b] = [new BoundedScope, new BoundedScope];
    $c = $a->spawn(fn() => suspend());
    $d = $b->spawn(fn() => delay(600000));
    $b->boundedBy($c);
    $a->boundedBy($d);
    if ($starts) {
        suspend();
    } else {
        $a->cancel();
        $b->cancel();
    }
    return WeakReference::create($c);
}
CODE;
foreach (['exit', 'throw new Exception("end")'] as $end) {
    foreach (['true', 'false'] as $starts) {
        [$output, $status] = run_php("$two @circle($starts); $end;");
        echo $status, preg_match('/leak.*/i', $output, $leak) ? ": $leak[0]" : '', "\n";
    }
}
[$output] = run_php("$two \$weak = @circle(false); for (\$i = 0; \$i < 5; \$i++) suspend(); gc_collect_cycles(); var_dump(\$weak->get());");
echo $output;

// The awaitable that ends the scope has the scope as its result.
$scope = new Async\BoundedScope;
$coroutine = Async\spawn(function () use ($scope) {
    Async\suspend();
    return $scope;
});
$scope->boundedBy($coroutine);
Async\await($coroutine);
Async\suspend();
$weak = WeakReference::create($scope);
unset($scope, $coroutine);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
0
0
255
255
NULL
NULL
