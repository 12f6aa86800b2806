--TEST--
Errors that a worker prints are not lost when standard error is non-blocking and its reader is slow
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = '
	stream_set_blocking(STDERR, false);
	$pool = new Async\ProcessPool(function (int $lines) {
		for ($i = 0; $i < $lines; $i++) {
			fwrite(STDERR, str_repeat("e", 99) . "\n");
		}
		return $lines;
	}, workers: 1);
	echo Async\await($pool->submit(5000)), " lines\n";
';
$process = proc_open(php_command('-r ' . escapeshellarg($code)), [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
usleep(200_000);
echo strlen(stream_get_contents($pipes[2])), " bytes\n", stream_get_contents($pipes[1]);
proc_close($process);
?>
--EXPECT--
500000 bytes
5000 lines
