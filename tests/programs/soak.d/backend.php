<?php
/*
 * The backend of the pages: answers "wait MS TEXT" after so many milliseconds, many connections at a time. Prints its
 * address. Ends with its standard input.
 */
$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 500]]));
echo 'tcp://', stream_socket_get_name($listener, false), "\n";
$connections = $due = [];
while (true) {
    $read = [STDIN, $listener, ...array_values($connections)];
    $left = $due ? max(0, min(array_column($due, 0)) - microtime(true)) : 1;
    $write = $except = null;
    stream_select($read, $write, $except, 0, (int) ($left * 1e6) + 500);
    foreach ($read as $stream) {
        if ($stream === STDIN) {
            exit;
        }
        if ($stream === $listener) {
            $stream = @stream_socket_accept($listener, 0);
            $stream && $connections[(int) $stream] = $stream;
            continue;
        }
        $words = explode(' ', trim((string) fgets($stream)), 3);
        if ($words[0] === 'wait') {
            $due[(int) $stream] = [microtime(true) + $words[1] / 1000, $words[2]];
        } else {
            fclose($stream);
            unset($due[(int) $stream], $connections[(int) $stream]);
        }
    }
    foreach ($due as $id => [$when, $text]) {
        if ($when <= microtime(true)) {
            @fwrite($connections[$id], "$text\n");
            fclose($connections[$id]);
            unset($due[$id], $connections[$id]);
        }
    }
}
