--TEST--
Main forks: its child goes on with the script, without the coroutines of the parent (lifetime rule 12, P12)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

$ticks = 0;
$other = spawn(function () use (&$ticks) {
    try {
        while (true) {
            delay(1);
            $ticks++;
        }
    } finally {
        echo "finally\n";
    }
});
delay(10);
$pid = pcntl_fork();
if ($pid === 0) {
    $before = $ticks;
    delay(30);
    var_dump($ticks === $before, $other->isCancelled());
    echo await(spawn(fn() => 'child')), "\n";
    spawn(function () { delay(10); echo "child ends\n"; });
    return;
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
$before = $ticks;
while ($ticks === $before) {
    suspend();
}
echo "parent goes on\n";

// In the child of a child, too.
$pid = pcntl_fork();
if ($pid === 0) {
    $pid = await(spawn(fn() => pcntl_fork()));
    if ($pid === 0) {
        echo "never: main was not the one that forked\n";
        exit(1);
    }
    pcntl_waitpid($pid, $status);
    exit(pcntl_wexitstatus($status) + 5);
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
$other->cancel();
?>
--EXPECT--
bool(true)
bool(true)
child
child ends
int(0)
parent goes on
int(5)
finally
