--TEST--
$scope->context is a readonly property, always the same object, a child of the parent scope's context (SC-26, CX-10)
--FILE--
<?php
use Async\{Scope, Context, Key};
use function Async\{await, currentContext};

$parent = new Scope;
$child = Scope::inherit($parent);
var_dump($parent->context instanceof Context, $parent->context === $parent->context, $parent->context === $child->context);
$parent->context->set('k', 'from parent');
var_dump($child->context->get('k'), await($child->spawn(fn() => currentContext())) === $child->context);
foreach ([
    function () use ($parent) { $parent->context = Scope::global()->context; },
    function () use ($parent) { unset($parent->context); },
    function () { $scope = new Scope; $scope->__construct(); var_dump($scope->context instanceof Context); },
] as $wrong) {
    try { $wrong(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
string(11) "from parent"
bool(true)
Error: Cannot modify readonly property Async\Scope::$context
Error: Cannot unset readonly property Async\Scope::$context
bool(true)
