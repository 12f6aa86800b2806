--TEST--
The values of a scope are released when its object is gone and its last coroutine has ended (CX-16)
--FILE--
<?php
use Async\Scope;
use function Async\{currentContext, suspend};

class D { function __construct(public string $name) {} function __destruct() { echo "released: $this->name\n"; } }

// Without coroutines.
$scope = new Scope;
$scope->context->set('d', new D('unused scope'));
unset($scope);
echo "-\n";

// A scope that is used again keeps its data although all its coroutines have completed.
$scope = new Scope;
$scope->context->set('d', new D('reused scope'));
Async\await($scope->spawn(fn() => 1));
suspend();
echo Async\await($scope->spawn(fn() => currentContext()->get('d')->name)), " is there\n";
unset($scope);
suspend();
echo "-\n";

// Closed: the last coroutine can still read it.
$scope = (new Scope)->allowZombies();
$scope->context->set('d', new D('closed scope'));
$scope->spawn(function () { suspend(); suspend(); suspend(); echo currentContext()->get('d')->name, " at the end\n"; });
suspend();
@$scope->disposeSafely();
unset($scope);
echo "closed\n";
for ($i = 0; $i < 5; $i++) {
    suspend();
}
echo "-\n";

// The end of the parent empties the child's context as well, also for holders of the context object.
$parent = new Scope;
$parent->context->set('d', new D('parent'));
$child = Scope::inherit($parent);
$context = $child->context;
unset($parent, $child);
suspend();
var_dump($context->find('d'));
unset($context);
echo "end\n";
?>
--EXPECT--
released: unused scope
-
reused scope is there
released: reused scope
-
closed
closed scope at the end
released: closed scope
-
released: parent
NULL
end
