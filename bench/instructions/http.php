<?php
/* 6,000 requests and answers of one line, over four pairs of stream sockets. */
use function Async\spawn;

for ($k = 0; $k < 4; $k++) {
    [$client, $server] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    spawn(function () use ($client) {
        for ($i = 0; $i < 1500; $i++) {
            fwrite($client, "GET / HTTP/1.1\r\n");
            fgets($client);
        }
        fclose($client);
    });
    spawn(function () use ($server) {
        while (fgets($server) !== false) {
            fwrite($server, "HTTP/1.1 200 OK\r\n");
        }
    });
}
