--TEST--
async.zombie_coroutine_timeout starts when no active coroutine is left; after it the zombies are cancelled (ZO-02, ZO-04, ZO-05, D19, INI-01)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$zombie = <<<'PHP'
use Async\Scope;
use function Async\{spawn, suspend, delay};

$scope = new Scope;
$scope->spawn(function () {
    try {
        while (true) { suspend(); delay(5); }
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    } finally {
        delay(1);
        echo "cleaned up\n";
    }
});
suspend();
@$scope->disposeSafely();
PHP;
show_php('0.05 s', $zombie, '-d async.zombie_coroutine_timeout=0.05');
show_php('0', $zombie, '-d async.zombie_coroutine_timeout=0');
show_php('changed at run time', "$zombie ini_set('async.zombie_coroutine_timeout', '0.01');", '-d async.zombie_coroutine_timeout=100');
// The active coroutine takes longer than the limit; that time does not count.
show_php('counted from the end of the last active one', $zombie . <<<'PHP'
spawn(function () { delay(150); echo "last active coroutine is over\n"; });
PHP, '-d async.zombie_coroutine_timeout=0.05');
var_dump(ini_get('async.zombie_coroutine_timeout'));
?>
--EXPECT--
-- 0.05 s
The time for zombie coroutines is over (async.zombie_coroutine_timeout)
cleaned up
status 0
-- 0
The time for zombie coroutines is over (async.zombie_coroutine_timeout)
cleaned up
status 0
-- changed at run time
The time for zombie coroutines is over (async.zombie_coroutine_timeout)
cleaned up
status 0
-- counted from the end of the last active one
last active coroutine is over
The time for zombie coroutines is over (async.zombie_coroutine_timeout)
cleaned up
status 0
string(1) "2"
