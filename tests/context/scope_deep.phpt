--TEST--
A line of 20000 scopes inside each other: the last finds what the first holds, and all go at once (CX-01, CX-10, CX-16)
--FILE--
<?php
use Async\Scope;

$scope = $first = new Scope;
for ($i = 0; $i < 20000; $i++) $scope = Scope::inherit($scope);
$first->context->set('a', 'found');
echo $scope->context->find('a'), "\n";
$context = $scope->context;
unset($scope, $first);
gc_collect_cycles();
echo $context->find('a'), "\n";
unset($context);
echo "end\n";
?>
--EXPECT--
found
found
end
