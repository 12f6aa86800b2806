--TEST--
The memory limit is reached in each allocation of a new isolated scope, of every class: PHP's own error, never a crash at the end of the process
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!function_exists('pcntl_fork')) die('skip pcntl is needed');
skip_under_tools('the allocator is chosen by the test');
?>
--ENV--
USE_ZEND_ALLOC=0
USE_TRACKED_ALLOC=1
--INI--
memory_limit=-1
display_errors=0
log_errors=0
--FILE--
<?php
require __DIR__ . '/each_allocation.inc';

use Async\{BoundedScope, Scope};
use function Async\{delay, spawn, suspend};

if (ZEND_THREAD_SAFE) {
    // PHP itself holds a lock while it reads the environment: at the limit there the process never ends.
    eval('$_SERVER; $_ENV; getenv();');
}
begin_above_the_least_limit();
class MyScope extends Scope { public $own = [1]; }
$parked = spawn(fn() => delay(100000));
suspend();
$calls = reach_limit_in_each_allocation([
    'Scope::isolated' => fn() => Scope::isolated(),
    'MyScope::isolated' => fn() => MyScope::isolated(),
    'BoundedScope::isolated' => fn() => BoundedScope::isolated(),
]);
echo $calls > 50 ? 'many' : $calls, "\n";
$parked->cancel();
?>
--EXPECT--
many
