<?php
/*
 * A web service that survives its own errors, in ordinary blocking PHP (with the extension pcntl, for signals).
 *
 *     ./dev run examples/supervisor.php [ADDRESS [COLLECTOR]]    127.0.0.1:8080 and 127.0.0.1:8125 if not given
 *
 *     /            says hello
 *     /fail        throws: the client gets a 500, the log names the request, all other requests go on
 *     /parts       does two things at the same time; one of them fails, so the other one is cancelled
 *     /slow/0.5    takes 0.5 seconds; a request that takes longer than REQUEST_MS is cancelled and answered with 504
 *
 * A worker in the background sends figures to the collector (try: nc -lk 8125). It is restarted when it fails.
 * SIGTERM or Ctrl-C: no new connections, GRACE_MS for requests to finish, then they are cancelled. A second one: exit.
 *
 * The tree of scopes: the end of a scope ends the scopes below it; a failure goes to the scope above.
 *
 *     $service                      all of it
 *      ├── clients                  logs failures below it, and goes on
 *      │    ├── connection          reads requests and answers them
 *      │    │    └── request        has a time limit, may start coroutines of its own
 *      │    └── connection …
 *      └── statistics               the worker
 */
declare(strict_types=1);

use Async\{AsyncCancellation, AwaitCancelledException, Coroutine, Scope};
use function Async\{await, currentContext, delay, spawn, timeout};

const REQUEST_MS = 5000;
const GRACE_MS = 2000;
const MAX_REQUESTS = 200;   // at the same time; further ones get a 503
const FIGURES_MS = 500;
const PAUSE_MS = 100;       // before a worker is restarted; doubled each time
const PAUSE_MAX_MS = 10_000;
const REASONS = [200 => 'OK', 400 => 'Bad Request', 404 => 'Not Found', 500 => 'Internal Server Error',
    503 => 'Service Unavailable', 504 => 'Gateway Timeout'];

final class Server
{
    private readonly Scope $clients;
    /** @var Coroutine<void> */
    private readonly Coroutine $acceptor;
    /** @var array{connections: int, requests: int, running: int, failed: int} */
    private array $counts = ['connections' => 0, 'requests' => 0, 'running' => 0, 'failed' => 0];
    private bool $stopping = false;

    /** @param resource $listener */
    public function __construct(Scope $service, private $listener)
    {
        $this->clients = Scope::inherit($service);
        // Gets each exception that no code of a connection has caught, after that connection was cancelled. Without
        // this handler the exception would go on to the service, and end it.
        $this->clients->setChildScopeExceptionHandler(static function (Scope $connection, Coroutine $in, Throwable $e) {
            say(request_of($connection) . " failed: {$e->getMessage()} in line {$e->getLine()}");
        });
        $this->acceptor = $service->spawn($this->accept(...));
    }

    private function accept(): void
    {
        try {
            for (;;) {
                // -1 = no time limit. Only this coroutine waits; the others go on.
                if ($connection = @stream_socket_accept($this->listener, -1)) {
                    $this->counts['connections']++;
                    $scope = Scope::inherit($this->clients);
                    // The coroutine holds its scope, so that the scope lives as long as the coroutine.
                    $scope->spawn($this->serve(...), $scope, $connection);
                } else {
                    delay(10); // Out of descriptors, most likely: a connection has to end first.
                }
            }
        } finally {
            fclose($this->listener);
        }
    }

    /**
     * Answer the requests of one connection, one after the other.
     *
     * @param resource $connection
     */
    private function serve(Scope $scope, $connection): void
    {
        stream_set_timeout($connection, 30);
        $input = '';
        $last = false;
        while (!$last && ($path = read_request($connection, $input)) !== null) {
            // Read by all code below that writes to the log, and by stop(), which looks for busy connections.
            $scope->set('request', 'request ' . ++$this->counts['requests'] . " $path");
            $failure = null;
            try {
                [$status, $content] = $path === '' ? [400, "I do not understand\n"] : $this->answer($path);
            } catch (AsyncCancellation $failure) { // of this coroutine: the time limit of stop() is over
                [$status, $content] = [503, "The server stops\n"];
            } catch (Throwable $failure) {
                $this->counts['failed']++;
                [$status, $content] = [500, "Something went wrong\n"];
            }
            $last = $failure || $this->stopping || $status === 400;
            // @: the client can be gone by now; a notice about that has no use.
            @fwrite($connection, response($status, $content, $last));
            if ($failure) {
                throw $failure; // The client has its answer. The scope above handles the exception.
            }
            $scope->unset('request');
        }
    }

    /** @return array{int, string} status and content */
    private function answer(string $path): array
    {
        // This needs no lock: no other coroutine can run between the check and the next line.
        if ($this->counts['running'] >= MAX_REQUESTS) {
            return [503, "Too many requests at the same time\n"];
        }
        $this->counts['running']++;
        $request = Scope::inherit();
        try {
            $handler = $request->spawn(handle(...), $path);
            $request->awaitCompletion(timeout(REQUEST_MS)); // for the handler and its coroutines; throws their exceptions
            return await($handler);
        } catch (AwaitCancelledException) {
            say('takes more than ' . REQUEST_MS . ' ms');
            return [504, "This takes too long\n"];
        } finally {
            $request->cancel(); // the coroutines that are left, if any
            $this->counts['running']--;
        }
    }

    /** The worker: it reports statistics to the collector. */
    public function send_figures(string $collector): void
    {
        $stream = @stream_socket_client("tcp://$collector", $code, $reason)
            ?: throw new RuntimeException("no connection to $collector: $reason");
        while (@fwrite($stream, json_encode(['memory' => memory_get_usage()] + $this->counts) . "\n")) {
            delay(FIGURES_MS);
        }
        throw new RuntimeException('the collector has closed the connection');
    }

    public function stop(): void
    {
        $this->stopping = true; // A connection in the middle of a request answers it and then closes.
        $this->acceptor->cancel();
        foreach ($this->clients->getChildScopes() as $connection) {
            if ($connection->has('request')) {
                say('waiting for ' . request_of($connection));
            } else {
                $connection->cancel(); // It waits for a request that would get no answer any more.
            }
        }
        try {
            $this->clients->awaitCompletion(timeout(GRACE_MS));
            say('all requests are done');
        } catch (AwaitCancelledException) {
            foreach ($this->clients->getChildScopes() as $connection) {
                $connection->isFinished() || say('cancelled: ' . request_of($connection));
            }
            $this->clients->cancel();
            $this->clients->awaitAfterCancellation();
        }
    }
}

/** Run the worker in a scope of its own, and restart it after each failure, with growing pauses. */
function keep_running(string $name, callable $worker, mixed ...$arguments): void
{
    for ($pause = PAUSE_MS;; $pause = min($pause * 2, PAUSE_MAX_MS)) {
        $start = microtime(true);
        try {
            $scope = Scope::inherit();
            $scope->spawn($worker, ...$arguments);
            $scope->awaitCompletion();
            return;
        } catch (AsyncCancellation $cancellation) {
            throw $cancellation; // The service ends, so the worker ends, too.
        } catch (Throwable $error) {
            $pause = microtime(true) - $start > PAUSE_MAX_MS / 1000 ? PAUSE_MS : $pause; // It worked for a while.
            say("$name failed: {$error->getMessage()}; next try in $pause ms");
        }
        delay($pause);
    }
}

/**
 * The application. It runs in the scope of its request, as does all that it spawns.
 *
 * @return array{int, string} status and content for the path
 */
function handle(string $path): array
{
    [, $what, $argument] = explode('/', "$path/");
    switch ($what) {
        case '':
            return [200, "Hello, World!\n"];
        case 'fail':
            throw new RuntimeException('no luck');
        case 'parts':
            $half = spawn(function () { delay(500); return 'one half'; });
            $rest = spawn(fn(): string => throw new RuntimeException('half of it failed'));
            return [200, await($half) . ' ' . await($rest)];
        case 'slow':
            say("begins, takes $argument s");
            delay((int) ((float) $argument * 1000)); // usleep() would end at the signal, as on stock PHP
            return [200, "Done\n"];
    }
    return [404, "There is no $path here\n"];
}

/**
 * Path of the next GET request, '' for another request, null if there is none. Later data stays in $input.
 *
 * @param resource $connection
 */
function read_request($connection, string &$input): ?string
{
    while (($length = strpos($input, "\r\n\r\n")) === false) {
        $data = (string) fread($connection, 8192);
        if ($data === '' || strlen($input) > 16384) {
            return $data === '' ? null : '';
        }
        $input .= $data;
    }
    $is_get = preg_match('~^GET (/[!-\~]*) HTTP/1\.1\r\n~', $input, $match);
    $input = substr($input, $length + 4);
    return $is_get ? $match[1] : '';
}

function response(int $status, string $content, bool $last): string
{
    return "HTTP/1.1 $status " . REASONS[$status] . "\r\nContent-Type: text/plain\r\n"
        . 'Content-Length: ' . strlen($content) . ($last ? "\r\nConnection: close" : '') . "\r\n\r\n$content";
}

/** The request that the scope of a connection answers now, '' if there is none. */
function request_of(Scope $connection): string
{
    $request = $connection->get('request');
    return is_string($request) ? $request : '';
}

/** Write to the log. The context knows the request, at any depth of calls. */
function say(string $text): void
{
    $request = currentContext()->find('request');
    echo date('H:i:s '), is_string($request) ? "[$request] " : '', $text, "\n";
}

$options = stream_context_create(['socket' => ['backlog' => 1024, 'tcp_nodelay' => true]]);
$listener = stream_socket_server('tcp://' . ($argv[1] ?? '127.0.0.1:8080'), context: $options) ?: exit(1);
$service = new Scope;
$server = new Server($service, $listener);
$service->spawn('keep_running', 'statistics', $server->send_figures(...), $argv[2] ?? '127.0.0.1:8125');

$signal = null;
$on_signal = function (int $number) use (&$signal): void {
    $signal === null ? $signal = $number : exit(128 + $number);
};
pcntl_async_signals(true);
array_map(fn($number) => pcntl_signal($number, $on_signal), [SIGTERM, SIGINT]);
say('listening on http://' . stream_socket_get_name($listener, false) . '/');
while ($signal === null) {
    delay(100); // A signal handler runs as soon as PHP code runs again.
}
say($signal === SIGINT ? 'interrupted' : 'asked to stop');
$server->stop();
$service->cancel(); // the worker
$service->awaitAfterCancellation(fn(Throwable $error) => say("failed while ending: {$error->getMessage()}"));
say('good bye');
