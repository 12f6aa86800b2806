--TEST--
Workers end with their parent, whatever happens to it: SIGKILL, exit(), a fatal error, an uncaught exception
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
foreach (['posix_kill(getmypid(), 9);', 'exit(0);', 'str_repeat("x", 1 << 40);', 'throw new Exception("uncaught");', 'return;'] as $end) {
    // A worker that is busy has a file there.
    mkdir($folder = sys_get_temp_dir() . '/async-busy-' . getmypid());
    [$output] = run_php('
        $pool = new Async\ProcessPool(function ($how) {
            if ($how === "pid") {
                return getmypid();
            }
            touch("' . $folder . '/" . getmypid());
            if ($how === "busy") {
                while (true);
            }
            Async\delay(100000);
        }, workers: 3);
        echo "idle ", Async\await($pool->submit("pid")), "\n";
        $a = $pool->submit("busy");
        $b = $pool->submit("waits");
        while (count($busy = array_diff(scandir("' . $folder . '"), [".", ".."])) < 2) {
            Async\delay(10);
        }
        echo "busy ", implode("\nbusy ", $busy), "\n";
        $idle = new Async\ProcessPool("getmypid", workers: 1);
        echo "idle ", Async\await($idle->submit()), "\n";
        ' . ($end === 'return;' ? '$pool->cancel();' : '') . $end);
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
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
