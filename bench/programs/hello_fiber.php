<?php
/* The same server for stock PHP: one Fiber for each connection, and a minimal loop around stream_select() that
 * serves them. Prints its address. */
declare(strict_types=1);

/** Suspends whenever there is nothing to read. */
function serve($connection, string $response): void
{
	for (;;) {
		$request = '';
		while (!str_contains($request, "\r\n\r\n")) {
			Fiber::suspend();
			$piece = fread($connection, 8192);
			if (($piece === '' || $piece === false) && feof($connection)) {
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
$streams = [$server];
$fibers = [];
for (;;) {
	$readable = $streams;
	$writable = $except = null;
	stream_select($readable, $writable, $except, null);
	foreach ($readable as $key => $stream) {
		if ($stream === $server) {
			$connection = stream_socket_accept($server, 0);
			stream_set_blocking($connection, false);
			$key = (int) $connection;
			$streams[$key] = $connection;
			$fibers[$key] = new Fiber(serve(...));
			$fibers[$key]->start($connection, $response);
			unset($connection);
		} else {
			$fibers[$key]->resume();
			if ($fibers[$key]->isTerminated()) {
				unset($fibers[$key], $streams[$key]);
			}
		}
	}
}
