--TEST--
Where no isolated scope can be made there is a clear exception, and everything is as it was
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class S { static $n = 'main'; }
$try = function (string $where) { try { Scope::isolated(); echo "$where: made\n"; } catch (Throwable $e) { echo "$where: ", get_class($e), ': ', $e->getMessage(), "\n"; } };
class D { function __construct(public $do) {} function __destruct() { ($this->do)(); } }
new D(fn() => $try('destructor'));
new D(fn() => array_map($try, ['callback of a destructor']));
spl_autoload_register(function ($class) use ($try) { $try("autoload of $class"); eval("class $class { static \$n = 0; }"); });
class_exists('Loaded');
echo Loaded::$n, "\n";
await(Async\spawn(fn() => class_exists('Other')));
set_error_handler(function () use ($try) { $try('error handler'); return true; });
echo $undefined;
restore_error_handler();
ob_start(function ($b) use ($try) { return $b; }); $try('output buffer'); ob_end_flush();
$try('generator'); foreach ((function () use ($try) { yield $try('generator'); })() as $_);
(new Fiber(fn() => $try('fiber')))->start();
foreach ([[1], ['x'], [new stdClass], [null, false, 1]] as $arguments) { try { Scope::isolated(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
$scope = Scope::isolated();
try { clone $scope; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { serialize($scope); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$scope->spawn(function () use ($try) { S::$n = 'inner'; $try('inside'); $GLOBALS['held'] = new D(fn() => $try('destructor at the end of an isolation')); });
suspend();
$scope->dispose(); $scope = null;
suspend(); suspend();
echo S::$n, "\n";
register_shutdown_function(function () use ($try) { $try('shutdown function'); $s = new Scope; $s->spawn(fn() => print("spawned at the end\n")); });
class Late { static $held; }
Late::$held = new D(fn() => $try('destructor at the end'));
$at_end = Async\spawn(function () use ($try) { Async\delay(1); $try('after the last line of main'); });
?>
--EXPECTF--
destructor: Async\AsyncException: An isolated scope cannot be made in a destructor
callback of a destructor: Async\AsyncException: An isolated scope cannot be made in a destructor
autoload of Loaded: Async\AsyncException: An isolated scope cannot be made while a class is being loaded: make it before or after that
0
autoload of Other: Async\AsyncException: An isolated scope cannot be made while a class is being loaded: make it before or after that
error handler: made
output buffer: made
generator: made
generator: made
fiber: made
TypeError: Async\Scope::isolated(): Argument #1 ($parent) must be of type ?Async\Scope, int given
TypeError: Async\Scope::isolated(): Argument #1 ($parent) must be of type ?Async\Scope, string given
TypeError: Async\Scope::isolated(): Argument #1 ($parent) must be of type ?Async\Scope, stdClass given
ArgumentCountError: Async\Scope::isolated() expects at most 2 arguments, 3 given
Trying to clone an uncloneable object of class Async\Scope
Serialization of 'Async\Scope' is not allowed
inside: made
destructor at the end of an isolation: Async\AsyncException: Coroutine scope is closed
main
after the last line of main: made
shutdown function: Async\AsyncException: An isolated scope cannot be made while the request is shutting down

Warning: Async\Scope::spawn(): The coroutine will not start: the request is shutting down, and its coroutines have ended in %s on line %d
destructor at the end: Async\AsyncException: An isolated scope cannot be made in a destructor
