--TEST--
Ten coroutines fork ten children that spawn, wait and fork themselves; the parent waits for all of them at once (lifetime rule 12, P11)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{spawn, await, delay};

$ticks = 0;
$metronome = spawn(function () use (&$ticks) {
    while (true) {
        delay(10);
        $ticks++;
    }
});
$coroutines = [];
for ($i = 0; $i < 10; $i++) {
    $coroutines[] = spawn(function () use ($i) {
        delay($i % 3);
        $pid = pcntl_fork();
        if ($pid === 0) {
            // Concurrent work, a process, and a grandchild.
            $sum = 0;
            $parts = [];
            for ($j = 1; $j <= 5; $j++) {
                $parts[] = spawn(function () use ($j) { delay(100 - $j * 10); return $j; });
            }
            foreach ($parts as $part) {
                $sum += await($part);
            }
            $grandchild = pcntl_fork();
            if ($grandchild === 0) {
                delay(20);
                exit(4);
            }
            pcntl_waitpid($grandchild, $status);
            $process = proc_open('exit 1', [], $pipes);
            exit($sum + pcntl_wexitstatus($status) + proc_close($process) + $i);
        }
        $found = pcntl_waitpid($pid, $status);
        return $found === $pid && pcntl_wifexited($status) ? pcntl_wexitstatus($status) : $status;
    });
}
echo implode(' ', array_map('Async\await', $coroutines)), "\n";
var_dump($ticks > 5);
$metronome->cancel();
var_dump(pcntl_wait($status));
?>
--EXPECT--
20 21 22 23 24 25 26 27 28 29
bool(true)
int(-1)
