--TEST--
Standard input of a worker is empty, also where there is no /dev/null
--SKIPIF--
<?php
if (trim((string) shell_exec("unshare -m sh -c 'mount -t tmpfs none /dev && echo may' 2>/dev/null")) !== 'may') {
	die('skip needs the right to mount');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = escapeshellarg('
	$pool = new Async\ProcessPool(fn() => stream_get_contents(STDIN), workers: 1);
	var_dump(Async\await($pool->submit()), fgets(STDIN));
');
$command = 'unshare -m sh -c ' . escapeshellarg('mount -t tmpfs none /dev && exec ' . php_command("-r $code"));
$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
fwrite($pipes[0], "for the parent\n");
fclose($pipes[0]);
echo stream_get_contents($pipes[1]);
proc_close($process);
?>
--EXPECT--
string(0) ""
string(15) "for the parent
"
