--TEST--
A worker that has given up the rights of root does not outlive its supervisor
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || posix_geteuid() !== 0) {
	die('skip needs Linux, and root');
}
?>
--FILE--
<?php
/* A supervisor, which is killed when its worker has changed its user. */
function worker_after(string $call): string
{
	[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$pid = pcntl_fork();
	if ($pid === 0) {
		fclose($here);
		Async\supervise(1, function () use ($call, $there): void {
			$call(65534);
			fwrite($there, "ready\n");
			for ($end = time() + 60; time() < $end;) {
				// A loop that never waits.
			}
		}, gracePeriod: 20);
		exit(0);
	}
	fclose($there);
	$line = fgets($here);
	posix_kill($pid, SIGKILL);
	pcntl_waitpid($pid, $status);
	// The last process that has the other end is the worker.
	stream_set_timeout($here, 20);
	return $line === "ready\n" && fgets($here) === false && feof($here) ? 'ends' : 'goes on';
}

foreach (['posix_setuid', 'posix_setgid', 'posix_seteuid', 'posix_setegid'] as $call) {
	echo "$call: ", worker_after($call), "\n";
}
?>
--EXPECT--
posix_setuid: ends
posix_setgid: ends
posix_seteuid: ends
posix_setegid: ends
