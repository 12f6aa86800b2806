<?php
/*
 * A keep-alive web server on all processors: worker processes that share a listener, each with coroutines of its own.
 *
 *     ./dev run examples/prefork-server.php [ADDRESS [WORKERS]]    127.0.0.1:8080 and one for each processor if not given
 *
 *     /        says hello, and which worker answers
 *     /slow    takes a second, while the same worker answers others
 *     /crash   ends the worker that answers; another one takes its place, and the others go on
 *
 * Signals: SIGHUP replaces the workers one after the other. SIGTERM or Ctrl-C: no new connections, requests that have
 * begun are answered, then the end. A worker that needs more than GRACE_MS for that is killed.
 *
 * In a program of your own, load the application in serve(), by require: then SIGHUP brings its new code.
 */
declare(strict_types=1);

use Async\Coroutine;
use function Async\{currentCoroutine, delay, spawn, supervise};

const IDLE_SECONDS = 30;
const GRACE_MS = 5000;
const MAX_HEAD = 16384;
const REASONS = [200 => 'OK', 400 => 'Bad Request', 404 => 'Not Found'];

final class Worker
{
    /** @var array<int, Coroutine> connections without a request, by the number of their coroutine */
    private array $idle = [];
    private bool $stopping = false;

    /** @param resource $listener */
    public function __construct(private readonly int $number, private readonly mixed $listener) {}

    /** The first coroutine of the worker. SIGTERM cancels it. */
    public function serve(): never
    {
        try {
            while (true) {
                // -1 = no time limit. Only this coroutine waits; the others go on.
                if ($connection = @stream_socket_accept($this->listener, -1)) {
                    spawn($this->answerAll(...), $connection);
                    $connection = null; // Its coroutine closes it.
                } else {
                    delay(10); // Out of descriptors, most likely: a connection has to end first.
                }
            }
        } finally {
            // Connections with a request answer it and close. The worker ends with the last one.
            $this->stopping = true;
            array_map(fn(Coroutine $connection) => $connection->cancel(), $this->idle);
        }
    }

    /**
     * Answer the requests of one connection, one after the other.
     *
     * @param resource $connection
     */
    private function answerAll($connection): void
    {
        stream_set_timeout($connection, IDLE_SECONDS);
        $input = '';
        do {
            $id = currentCoroutine()->getId();
            $this->idle[$id] = currentCoroutine();
            try {
                [$path, $closes] = read_request($connection, $input);
            } finally {
                unset($this->idle[$id]);
            }
            if ($path === null) {
                return;
            }
            [$status, $content] = $path === '' ? [400, "I do not understand\n"] : $this->answer($path);
            $last = $this->stopping || $closes || $status === 400;
            // @: the client can be gone by now; a notice about that has no use.
            @fwrite($connection, response($status, $content, $last));
        } while (!$last);
    }

    /**
     * The application.
     *
     * @return array{int, string} status and content
     */
    private function answer(string $path): array
    {
        switch ($path) {
            case '/':
                return [200, "Hello from worker $this->number, process " . getmypid() . "\n"];
            case '/slow':
                delay(1000);
                return [200, "Done by worker $this->number\n"];
            case '/crash':
                exit(1);
        }
        return [404, "There is no $path here\n"];
    }
}

/**
 * The next request. Later data stays in $input.
 *
 * @param resource $connection
 * @return array{?string, bool} the path of a GET request, '' for another request, null if there is none; and whether the
 *     client wants no more answers
 */
function read_request($connection, string &$input): array
{
    while (($length = strpos($input, "\r\n\r\n")) === false) {
        $data = (string) fread($connection, 8192);
        if ($data === '' || strlen($input) > MAX_HEAD) {
            return [$data === '' ? null : '', true];
        }
        $input .= $data;
    }
    $is_get = preg_match('~^GET (/[!-\~]*) HTTP/1\.1\r\n~', $input, $match);
    $closes = preg_match('~^Connection: *close\r?$~im', substr($input, 0, $length)) === 1;
    $input = substr($input, $length + 4);
    return [$is_get ? $match[1] : '', $closes];
}

function response(int $status, string $content, bool $last): string
{
    return "HTTP/1.1 $status " . REASONS[$status] . "\r\nContent-Type: text/plain\r\nContent-Length: " . strlen($content)
        . ($last ? "\r\nConnection: close" : '') . "\r\n\r\n$content";
}

// Before supervise(): all workers share this listener. Connections wait in it while a worker is replaced.
$options = stream_context_create(['socket' => ['backlog' => 1024, 'tcp_nodelay' => true]]);
$listener = @stream_socket_server('tcp://' . ($argv[1] ?? '127.0.0.1:8080'), $code, $reason, context: $options);
if (!$listener) {
    fwrite(STDERR, "Cannot listen: $reason\n");
    exit(1);
}
echo 'Listening on http://', stream_socket_get_name($listener, false), "/, process ", getmypid(), "\n";

exit(supervise(
    (int) ($argv[2] ?? 0),
    fn(int $number) => (new Worker($number, $listener))->serve(),
    gracePeriod: GRACE_MS,
));
