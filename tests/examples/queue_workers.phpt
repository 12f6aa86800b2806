--TEST--
examples/queue-workers.php does each job once in several processes, and a job that crashes its worker harms no other one
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$example = __DIR__ . '/../../examples/queue-workers.php';

echo "-- the demonstration\n";
[$output, $status] = run_php('', escapeshellarg($example));
echo preg_replace('/^Async.supervise\(\): worker \d \(process \d+\) has ended with exit status 1; it starts again in \d+ ms\n/m',
    '', $output), "status $status\n";

echo "-- a folder, until SIGTERM\n";
$folder = sys_get_temp_dir() . '/queue-workers-test-' . getmypid();
mkdir("$folder/new", 0700, true);
for ($i = 0; $i < 20; $i++) {
    file_put_contents("$folder/new/$i.json", '{"n": 10}');
}
$process = proc_open('exec ' . php_command(escapeshellarg($example) . ' ' . escapeshellarg($folder) . ' 3'), [], $pipes);
for ($i = 0; $i < 3000 && count(glob("$folder/done/*")) < 20; $i++) {
    usleep(10000);
}
proc_terminate($process, SIGTERM);
for (; ($status = proc_get_status($process))['running']; usleep(1000));
$left = [...glob("$folder/new/*"), ...glob("$folder/failed/*"), ...glob("$folder/worker-*/*")];
echo count(glob("$folder/done/*")), ' done, ', count($left), " left, status $status[exitcode]\n";
$one = json_decode(file_get_contents("$folder/done/7.json"), true);
var_dump($one['sum'], in_array($one['worker'], [0, 1, 2], true), file_exists("/proc/$one[process]"));
array_map(unlink(...), glob("$folder/done/*"));
array_map(rmdir(...), [...glob("$folder/*"), $folder]);
?>
--EXPECT--
-- the demonstration
39 done, 1 failed, 0 left
status 0
-- a folder, until SIGTERM
20 done, 0 left, status 0
int(45)
bool(true)
bool(false)
