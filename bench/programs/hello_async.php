<?php
/* A keep-alive HTTP server of ordinary blocking PHP: one coroutine for each connection. Prints its address. */
declare(strict_types=1);

use function Async\spawn;

function serve($connection, string $response): void
{
	for (;;) {
		$request = '';
		while (!str_contains($request, "\r\n\r\n")) {
			$piece = fread($connection, 8192);
			if ($piece === '' || $piece === false) {
				return;
			}
			$request .= $piece;
		}
		fwrite($connection, $response);
	}
}

$response = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, World!";
$server = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 1024]]));
echo stream_socket_get_name($server, false), "\n";
while ($connection = stream_socket_accept($server, 3600)) {
	spawn(serve(...), $connection, $response);
}
