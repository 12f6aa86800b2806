<?php
/*
 * The demonstration: Messenger's own worker and the concurrent one, with a slow server. README.md describes it.
 *
 *     ./dev run examples/messenger-worker/run.php
 *
 * VENDOR=FOLDER takes packages that Composer has installed elsewhere.
 */
declare(strict_types=1);

use function Async\spawn;

/** The packages of composer.json; Composer installs them when the demonstration runs for the first time. */
function vendor(): string
{
    $vendor = getenv('VENDOR') ?: __DIR__ . '/vendor';
    if (!is_file("$vendor/autoload.php")) {
        passthru('composer install --no-interaction --quiet --ignore-platform-req=ext-async --working-dir='
            . escapeshellarg(__DIR__), $status);
        if ($status !== 0) {
            exit("Composer could not install the packages of composer.json\n");
        }
    }
    return $vendor;
}

/** A web server that takes 0.1 seconds for each page, in coroutines of this process. */
function start_server(): string
{
    $options = stream_context_create(['socket' => ['backlog' => 100]]);
    $listener = stream_socket_server('tcp://127.0.0.1:0', context: $options);
    spawn(function () use ($listener) {
        while ($client = stream_socket_accept($listener, -1)) {
            spawn(function ($client) {
                [, $path] = explode(' ', (string) fgets($client)) + ['', ''];
                while (trim((string) fgets($client)) !== '');
                usleep(100_000);
                fwrite($client, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nThis is $path");
            }, $client);
            $client = null; // Its coroutine closes it.
        }
    });
    return 'http://' . stream_socket_get_name($listener, false);
}

$arguments = [vendor(), start_server()];
echo "Messenger's worker: ";
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, __DIR__ . '/worker.php', ...$arguments, '0'])));
echo '20 messages at once: ';
(function (array $argv): void {
    require __DIR__ . '/worker.php';
})(['worker.php', ...$arguments, '20']);
exit(0); // The server would go on.
