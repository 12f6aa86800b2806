--TEST--
A scope whose context refers to the scope itself is collected (CX-16)
--FILE--
<?php
use Async\Scope;

class D { public $x; function __destruct() { echo "released\n"; } }

function cycle(): void
{
    $scope = new Scope;
    $d = new D;
    $d->x = $scope;
    $scope->context->set('d', $d)->set($scope, Scope::inherit($scope));
}
cycle();
gc_collect_cycles();
echo "end\n";
?>
--EXPECT--
released
end
