--TEST--
A handler with at most one declared parameter gets ($exception), others and variadic ones ($scope, $coroutine, $exception) (D12, EH-01, EH-02, EH-03)
--FILE--
<?php
use Async\Scope;

class P { protected static function inherited($e) { echo 'protected, of the parent: ', get_debug_type($e), "\n"; } }
class H extends P {
    function one($e) { echo 'method: ', implode(' ', array_map(get_debug_type(...), func_get_args())), "\n"; }
    static function three($s, $c, $e) { echo 'static: ', implode(' ', array_map(get_debug_type(...), func_get_args())), "\n"; }
    function __invoke($a, $b) { echo 'invoke: ', implode(' ', array_map(get_debug_type(...), func_get_args())), "\n"; }
    function __call($name, $args) { echo '__call: ', implode(' ', array_map(get_debug_type(...), $args)), "\n"; }
    static function __callStatic($name, $args) { echo '__callStatic: ', implode(' ', array_map(get_debug_type(...), $args)), "\n"; }
    private function privately($e) { echo 'private: ', get_debug_type($e), "\n"; }
    function set(Scope $scope, $handler) { $scope->setExceptionHandler($handler); }
}
function show($name, $args) { echo "$name: ", implode(' ', array_map(get_debug_type(...), $args)), "\n"; }
function named(...$args) { show('variadic', $args); }
$types = function ($name) { return func_get_args(); };

$handlers = [
    function () { show('none', func_get_args()); },
    fn($e) => show('one', func_get_args()),
    fn($e = null) => show('one optional', func_get_args()),
    fn($a, $b) => show('two', func_get_args()),
    fn($a, $b = null, $c = null) => show('three, optional', func_get_args()),
    fn(...$all) => show('variadic closure', $all),
    fn($first, ...$more) => show('one and variadic', func_get_args()),
    fn(Scope $s, Async\Coroutine $c, Throwable $e, $extra = 'default') => show('four', [$s, $c, $e, $extra]),
    'named',
    [new H, 'one'],
    (new H)->one(...),
    'H::three',
    ['H', 'three'],
    new H,
    [new H, 'magic'],
    ['H', 'magic'],
    'get_class',
];
foreach ($handlers as $handler) {
    $scope = new Scope;
    @$scope->setExceptionHandler($handler);
    $scope->spawn(fn() => throw new Exception);
    @$scope->awaitCompletion();
}
// A callable that is accepted when it is set can be called later.
foreach ([[$h = new H, 'privately'], [$h, 'inherited'], ['H', 'inherited']] as $handler) {
    $scope = new Scope;
    $h->set($scope, $handler);
    $scope->spawn(fn() => throw new Exception);
    $scope->awaitCompletion();
}
?>
--EXPECT--
none: Exception
one: Exception
one optional: Exception
two: Async\Scope Async\Coroutine Exception
three, optional: Async\Scope Async\Coroutine Exception
variadic closure: Async\Scope Async\Coroutine Exception
one and variadic: Async\Scope Async\Coroutine Exception
four: Async\Scope Async\Coroutine Exception string
variadic: Async\Scope Async\Coroutine Exception
method: Exception
method: Exception
static: Async\Scope Async\Coroutine Exception
static: Async\Scope Async\Coroutine Exception
invoke: Async\Scope Async\Coroutine Exception
__call: Async\Scope Async\Coroutine Exception
__callStatic: Async\Scope Async\Coroutine Exception
private: Exception
protected, of the parent: Exception
protected, of the parent: Exception
