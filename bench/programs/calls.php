<?php
/* Ordinary PHP that makes system calls and nothing asynchronous, between two that are easy to find. */
declare(strict_types=1);

file_exists('/async-bench-begin');

echo strlen(file_get_contents(__FILE__)), "\n";
usleep(1000);
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($one, "ping\n");
echo fgets($other);
$server = stream_socket_server('tcp://127.0.0.1:0');
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
$accepted = stream_socket_accept($server);
fwrite($accepted, "pong\n");
echo fgets($client);
$readable = [$accepted];
$none = null;
echo stream_select($readable, $none, $none, 0, 1000), "\n";
echo shell_exec('echo child');
ob_start();
echo 'buffered', "\n";
ob_end_flush();

/* After the extension's own shutdown function, which is the first. */
register_shutdown_function(static function (): void {
	register_shutdown_function(static function (): void {
		file_exists('/async-bench-end');
	});
});
