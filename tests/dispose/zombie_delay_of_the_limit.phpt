--TEST--
A zombie whose delay is as long as the time for zombies, and began before, ends by itself: the document's example (DI-02, ZO-04, D19)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// The document has 2 seconds for both. Whether the delay is rounded up beyond the limit depends on the moment.
$script = __DIR__ . '/zombie_delay_of_the_limit.inc.php';
file_put_contents($script, <<<'PHP'
<?php
use Async\Scope;
use function Async\{await, delay, spawn};

$scope = new Scope;
await($scope->spawn(function () {
    spawn(function () {
        delay(50);
        echo "Task 1\n";
    });
    spawn(function () {
        delay(100);
        echo "Task 2\n";
    });
    echo "Root task\n";
}));
@$scope->disposeSafely();
PHP);
for ($i = 0; $i < 10; $i++) {
    $output[] = shell_exec(php_command('-d async.zombie_coroutine_timeout=0.1 ' . escapeshellarg($script)));
}
echo implode(array_unique($output));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/zombie_delay_of_the_limit.inc.php');
?>
--EXPECT--
Root task
Task 1
Task 2
