--TEST--
A watcher ends with its scope, is closed in a child, and is closed while a worker looks at its paths; a root inside another one is still watched when it moves
--SKIPIF--
<?php if (PHP_OS_FAMILY !== 'Linux') die('skip watch() is of Linux'); ?>
--EXTENSIONS--
pcntl
--FILE--
<?php
// schedules: none: the kernel's events come in their own time
use Async\Scope;
use function Async\{await, delay, spawn, stats, suspend, timeout, watch};

$root = sys_get_temp_dir() . '/ends' . getmypid();
mkdir("$root/in/ner", recursive: true);
$loop = function ($watcher) {
    foreach ($watcher as $event);
    return 'the loop ended';
};
foreach ([0, 5] as $interval) {
    echo $interval ? "in intervals\n" : "by the kernel\n";
    foreach (['cancel', 'dispose'] as $end) {
        $scope = new Scope();
        $watcher = watch($root, true, $interval, $scope);
        $waiter = spawn($loop, $watcher);
        delay(20);
        $scope->$end();
        echo "$end: ", await($waiter, timeout(60000)), ', ', $watcher->isClosed() ? 'closed' : 'open', "\n";
        $watcher->close();
    }
    echo 'of an ended scope: ', watch($root, scope: $scope)->isClosed() ? 'closed' : 'open', "\n";

    $watcher = watch($root, true, $interval);
    delay(20);
    $child = pcntl_fork();
    if ($child === 0) {
        echo 'in the child: ', $watcher->isClosed() ? 'closed' : 'open', "\n";
        exit;
    }
    pcntl_waitpid($child, $status);
    echo 'in the parent: ', $watcher->isClosed() ? 'closed' : 'open', "\n";

    $inner = watch([$root, "$root/in"], true, $interval);
    rename("$root/in", "$root/moved");
    $event = await($inner, timeout(60000));
    echo 'the inner root: ', $event->kind, str_replace($root, '', " $event->path"), "\n";
    touch("$root/moved/ner/file");
    $event = await($inner, timeout(60000));
    echo 'below it: ', $event->kind, str_replace($root, '', " $event->path"), "\n";
    unlink("$root/moved/ner/file");
    rename("$root/moved", "$root/in");
    unset($inner, $watcher);
    echo 'left: ', stats()['watchers'], "\n";
}
/* Closed at any moment of a look, and left to the end. */
for ($i = 0; $i < 100; $i++) {
    $watchers[] = watch($root, true, 1);
    delay($i % 3);
    array_shift($watchers)->close();
}
$left = watch($root, true, 1);
delay(2);
register_shutdown_function(fn() => exec('rm -r ' . escapeshellarg($root)));
echo "end\n";
?>
--EXPECT--
by the kernel
cancel: the loop ended, closed
dispose: the loop ended, closed
of an ended scope: closed
in the child: closed
in the parent: open
the inner root: moved /moved
below it: created /moved/ner/file
left: 0
in intervals
cancel: the loop ended, closed
dispose: the loop ended, closed
of an ended scope: closed
in the child: closed
in the parent: open
the inner root: moved /moved
below it: created /moved/ner/file
left: 0
end
