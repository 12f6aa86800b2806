--TEST--
The global scope can be neither cancelled nor disposed, and its destructor does nothing (SC-05, CN-15, DI-04)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

foreach (['cancel' => [], 'dispose' => [], 'disposeSafely' => [], 'disposeAfterTimeout' => [5]] as $method => $args) {
    try { Scope::global()->$method(...$args); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
}
try { Scope::global()->cancel(new Async\AsyncCancellation('x')); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
spawn(function () { suspend(); echo "goes on\n"; });
Scope::global()->__destruct();
Scope::global()->asNotSafely()->__destruct();
var_dump(Scope::global()->isClosed());
suspend();
suspend();
?>
--EXPECT--
The global scope cannot be cancelled: use Async\gracefulShutdown() to end the application
The global scope cannot be disposed: use Async\gracefulShutdown() to end the application
The global scope cannot be disposed: use Async\gracefulShutdown() to end the application
The global scope cannot be disposed: use Async\gracefulShutdown() to end the application
The global scope cannot be cancelled: use Async\gracefulShutdown() to end the application
bool(false)
goes on
