--TEST--
A zombie that does not end after its cancellation is reported as stuck and destroyed (DE-07, ZO-04)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
[$output, $status] = run_php(<<<'PHP'
use Async\Scope;
use function Async\{suspend, delay};

final class D { function __destruct() { echo "destructor\n"; } }
register_shutdown_function(function () { echo "shutdown function\n"; });
$scope = new Scope;
$scope->spawn(function () {
    $d = new D;
    try { delay(100000); } catch (Async\AsyncCancellation $e) { echo "swallowed\n"; }
    try {
        delay(100000); // line 12
    } finally {
        echo "not run\n";
    }
});
suspend();
@$scope->disposeSafely();
PHP, '-d async.zombie_coroutine_timeout=0.01');
echo ltrim($output), "status $status\n";
?>
--EXPECT--
swallowed

Warning: Coroutine is stuck in cancellation at Standard input code:11 in Unknown on line 0
destructor
shutdown function
status 0
