--TEST--
A chain of 20,000 nested scopes: the innermost scope finds a value of the outermost one, and all are released together (CX-01, CX-10, CX-16)
--FILE--
<?php
use Async\Scope;

$scope = $first = new Scope;
$all = [];
for ($i = 0; $i < 20000; $i++) $all[] = $scope = Scope::inherit($scope);
$first->context->set('a', 'found');
echo $scope->context->find('a'), "\n";
$context = $scope->context;
$first->cancel();
var_dump($context->find('a'));
unset($scope, $first, $all);
gc_collect_cycles();
unset($context);
echo "end\n";
?>
--EXPECT--
found
NULL
end
