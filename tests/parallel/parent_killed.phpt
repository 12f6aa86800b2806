--TEST--
Workers end with their parent, whatever happens to it: SIGKILL, exit(), a fatal error, an uncaught exception
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
foreach (['posix_kill(getmypid(), 9);', 'exit(0);', 'str_repeat("x", 1 << 40);', 'throw new Exception("uncaught");', 'return;'] as $end) {
    [$output] = run_php('
        $pool = new Async\ProcessPool(function ($how) {
            if ($how === "pid") {
                return getmypid();
            }
            file_put_contents("php://fd/2", "busy " . getmypid() . "\n");
            if ($how === "busy") {
                while (true);
            }
            Async\delay(100000);
        }, workers: 3);
        echo "idle ", Async\await($pool->submit("pid")), "\n";
        $a = $pool->submit("busy");
        $b = $pool->submit("waits");
        Async\delay(300);
        $idle = new Async\ProcessPool("getmypid", workers: 1);
        echo "idle ", Async\await($idle->submit()), "\n";
        ' . ($end === 'return;' ? '$pool->cancel();' : '') . $end);
    preg_match_all('/(?:idle|busy) (\d+)/', $output, $m);
    $pids = array_unique($m[1]);
    for ($i = 0; $i < 2000 && $left = array_filter($pids, fn($pid) => posix_kill((int) $pid, 0) && !str_contains(@file_get_contents("/proc/$pid/stat") ?: ') Z', ') Z')); $i++) {
        usleep(5000);
    }
    echo strtok($end, ' (;'), ' ', count($pids) >= 3 ? 'workers' : "too few\n$output", ', ', count($left), " left\n";
}
?>
--EXPECT--
posix_kill workers, 0 left
exit workers, 0 left
str_repeat workers, 0 left
throw workers, 0 left
return workers, 0 left
