<?php
/*
 * Download many URLs at the same time with plain file_get_contents(); --help shows the options. Without arguments
 * it fetches from a small server of its own, where many requests fail in different ways.
 */
declare(strict_types=1);

use Async\AwaitCancelledException;
use function Async\{await, spawn, timeout};

const USAGE = <<<'TEXT'
usage: fetch-all.php [option ...] [URL | FILE | - ...]

Downloads all URLs at the same time and prints a table. FILE, or - for standard input, has a URL in each line; empty
lines and lines that begin with # are skipped. With no URL at all it fetches from a server of its own.

  -c, --concurrency N    no more than N downloads at a time (100)
  -t, --timeout SECONDS  time limit for each download (30, or 2 for its own server)
  -o, --output DIR       save what was downloaded in DIR
  -h, --help             this text

Exit status: 0 if every download went well, 1 if one failed, 2 if the arguments are wrong.

TEXT;

exit(main(array_slice($argv, 1)));

/** @param list<string> $arguments */
function main(array $arguments): int
{
    try {
        $options = read_arguments($arguments);
        if ($options['help']) {
            echo USAGE;
            return 0;
        }
        $urls = $options['sources'] ? read_sources($options['sources']) : start_demo_server();
        $directory = $options['output'];
        if ($directory !== null && !is_dir($directory) && !@mkdir($directory, recursive: true)) {
            throw new InvalidArgumentException("cannot make the folder $directory: " . last_error());
        }
    } catch (InvalidArgumentException $error) {
        fwrite(STDERR, "fetch-all: {$error->getMessage()}\nfetch-all --help shows how it is used\n");
        return 2;
    }
    $seconds = $options['timeout'] ?? ($options['sources'] ? 30.0 : 2.0);
    // PHP's own limit, for each single wait, must not end it earlier.
    ini_set('default_socket_timeout', (string) (int) ceil($seconds + 1));

    $start = microtime(true);
    $results = fetch_all($urls, $options['concurrency'], $seconds, $directory);
    $status = print_table($results, microtime(true) - $start);
    return $options['sources'] ? $status : 0; // the demonstration shows failures on purpose
}

/**
 * @param list<string> $urls
 * @return array<int, array{url: string, status: ?int, bytes: int, seconds: float, error: ?string, content?: string}> for each URL its
 *     result, in the order of the URLs
 */
function fetch_all(array $urls, int $concurrency, float $seconds, ?string $directory): array
{
    $results = [];
    $todo = array_keys($urls);
    $work = function () use (&$results, &$todo, $urls, $seconds, $directory): void {
        while (($index = array_shift($todo)) !== null) {
            $results[$index] = fetch($urls[$index], $seconds);
            if ($directory !== null && isset($results[$index]['content'])) {
                $results[$index]['error'] ??= save($results[$index], $directory, $index + 1);
            }
            unset($results[$index]['content']);
            show_progress($results, count($urls));
        }
    };
    show_progress($results, count($urls));
    $workers = [];
    for ($i = min($concurrency, count($urls)); $i > 0; $i--) {
        $workers[] = spawn($work);
    }
    foreach ($workers as $worker) {
        await($worker);
    }
    ksort($results);
    return $results;
}

/** @return array{url: string, status: ?int, bytes: int, seconds: float, error: ?string, content?: string} */
function fetch(string $url, float $seconds): array
{
    $start = microtime(true);
    // A coroutine of its own, so that the limit holds for all of it: look-up, connect, redirects, every read.
    $download = spawn(download(...), $url);
    try {
        $result = await($download, timeout(max(1, (int) ($seconds * 1000))));
    } catch (AwaitCancelledException) {
        $download->cancel();
        $result = ['status' => null, 'bytes' => 0, 'error' => "not done within $seconds s"];
    }
    return ['url' => $url, 'seconds' => microtime(true) - $start] + $result;
}

/** @return array{status: ?int, bytes: int, error: ?string, content?: string} */
function download(string $url): array
{
    // ignore_errors: an answer such as 404 is an answer too.
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'user_agent' => 'fetch-all']]);
    $content = @file_get_contents($url, false, $context);
    if ($content === false) {
        return ['status' => null, 'bytes' => 0, 'error' => last_error()];
    }
    if (function_exists('http_get_last_response_headers')) {
        $http_response_header = http_get_last_response_headers(); // PHP before 8.4 sets it by itself
    }
    // The headers of all answers on the way; after a redirect the last one counts.
    $status = $length = $reason = null;
    /** @var list<string> $http_response_header */
    foreach ($http_response_header as $line) {
        if (preg_match('~^HTTP/\S+ (\d{3}) ?(.*)~', $line, $match)) {
            [, $status, $reason] = $match;
            $length = null;
        } elseif (preg_match('~^Content-Length:\s*(\d+)~i', $line, $match)) {
            $length = (int) $match[1];
        }
    }
    $error = match (true) {
        $status >= 400 => "the server answered $status $reason",
        strlen($content) < $length => 'the connection ended after ' . strlen($content) . " of $length bytes",
        default => null,
    };
    return ['status' => (int) $status, 'bytes' => strlen($content), 'error' => $error, 'content' => $content];
}

/** The reason of the last failure, without the function's name and arguments. */
function last_error(): string
{
    return (string) preg_replace('~^\w+\(.*?\): (Failed to open stream: )?~s', '', error_get_last()['message'] ?? 'unknown error');
}

/**
 * @param array{url: string, content: string} $result
 * @return ?string the reason why it could not be saved
 */
function save(array $result, string $directory, int $number): ?string
{
    $name = basename((string) parse_url($result['url'], PHP_URL_PATH)) ?: 'index';
    $name = sprintf('%03d-%s', $number, substr((string) preg_replace('/[^\w.-]/', '_', $name), -100));
    return @file_put_contents("$directory/$name", $result['content']) === false ? 'not saved: ' . last_error() : null;
}

/** @param array<int, array{bytes: int, error: ?string}> $results */
function show_progress(array $results, int $total): void
{
    static $show = null;
    if ($show ??= stream_isatty(STDERR)) {
        $failed = count(array_filter(array_column($results, 'error')));
        fprintf(STDERR, "\r\e[K%d of %d done, %d failed, %d bytes", count($results), $total, $failed,
            array_sum(array_column($results, 'bytes')));
        if (count($results) === $total) {
            fwrite(STDERR, "\r\e[K");
        }
    }
}

/**
 * @param array<int, array{url: string, status: ?int, bytes: int, seconds: float, error: ?string}> $results
 * @return int exit status
 */
function print_table(array $results, float $seconds): int
{
    $width = max([5, ...array_map(fn($result) => strlen((string) $result['bytes']), $results)]);
    printf("%-6s  %{$width}s  %8s  %s\n", 'Status', 'Bytes', 'Time', 'URL');
    foreach ($results as $result) {
        printf("%-6s  %{$width}d  %6.2f s  %s\n", $result['status'] ?? '-', $result['bytes'], $result['seconds'], $result['url']);
    }
    $failed = array_filter($results, fn($result) => $result['error'] !== null);
    echo $failed ? "\n" : '';
    foreach ($failed as $result) {
        echo "Failed: $result[url]: $result[error]\n";
    }
    printf("\n%d downloaded, %d failed, %d bytes in %.2f s\n", count($results) - count($failed), count($failed),
        array_sum(array_column($results, 'bytes')), $seconds);
    return $failed ? 1 : 0;
}

// ---- arguments ---------------------------------------------------------------------------------

/**
 * @param list<string> $arguments
 * @return array{help: bool, concurrency: int, timeout: ?float, output: ?string, sources: list<string>}
 */
function read_arguments(array $arguments): array
{
    $options = ['help' => false, 'concurrency' => 100, 'timeout' => null, 'output' => null, 'sources' => []];
    $names = ['c' => 'concurrency', 't' => 'timeout', 'o' => 'output', 'h' => 'help'];
    while (($argument = array_shift($arguments)) !== null) {
        if ($argument === '--') {
            array_push($options['sources'], ...$arguments);
            break;
        }
        if (!preg_match('~^(?:-(\w)(.+)?|--([\w-]+)(?:=(.*))?)$~s', $argument, $match, PREG_UNMATCHED_AS_NULL)) {
            $options['sources'][] = $argument;
            continue;
        }
        $name = $names[$match[1] ?? ''] ?? $match[3];
        if (!in_array($name, $names, true)) {
            throw new InvalidArgumentException("unknown option $argument");
        }
        $value = $match[2] ?? $match[4] ?? null;
        if ($name === 'help') {
            $options['help'] = true;
            continue;
        }
        $value ??= array_shift($arguments) ?? throw new InvalidArgumentException("$argument needs a value");
        match ($name) {
            'concurrency' => $options['concurrency'] = filter_var($value, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]])
                ?: throw new InvalidArgumentException("--concurrency must be a whole number from 1 on, not \"$value\""),
            'timeout' => $options['timeout'] = is_numeric($value) && $value > 0 && $value <= 86400
                ? (float) $value
                : throw new InvalidArgumentException("--timeout must be a number of seconds up to 86400, not \"$value\""),
            'output' => $options['output'] = $value !== '' ? $value : throw new InvalidArgumentException('--output needs the name of a folder'),
        };
    }
    return $options;
}

/**
 * @param list<string> $sources
 * @return list<string> the URLs, those in files and on standard input included
 */
function read_sources(array $sources): array
{
    $urls = [];
    foreach ($sources as $source) {
        if (preg_match('~^https?://~i', $source)) {
            $urls[] = $source;
            continue;
        }
        $text = @file_get_contents($source === '-' ? 'php://stdin' : $source);
        if ($text === false) {
            throw new InvalidArgumentException("\"$source\" is neither a URL with http:// or https:// nor a file: " . last_error());
        }
        foreach (explode("\n", $text) as $number => $line) {
            $line = trim($line);
            if ($line === '' || $line[0] === '#') {
                continue;
            }
            if (!preg_match('~^https?://\S+$~i', $line)) {
                throw new InvalidArgumentException(
                    ($source === '-' ? 'standard input' : $source) . ', line ' . ($number + 1) . ": not an http or https URL: $line"
                );
            }
            $urls[] = $line;
        }
    }
    return $urls ?: throw new InvalidArgumentException('there is no URL in ' . implode(', ', $sources));
}

// ---- server of the demonstration ---------------------------------------------------------------

/** @return resource */
function listen()
{
    return stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException('the demonstration needs a port');
}

/** @return list<string> URLs to try */
function start_demo_server(): array
{
    $listener = listen();
    spawn(function () use ($listener) {
        while ($connection = stream_socket_accept($listener, -1)) {
            spawn(serve_demo(...), $connection);
        }
    });
    // A port that was just closed has no listener.
    $closed = listen();
    $refused = stream_socket_get_name($closed, false);
    fclose($closed);

    $base = 'http://' . stream_socket_get_name($listener, false);
    $urls = array_map(fn($n) => "$base/page/$n", range(1, 10));
    foreach (['slow/0.5', 'slow/1.0', 'slow/1.5', 'redirect', 'missing', 'reset', 'short', 'never'] as $path) {
        $urls[] = "$base/$path";
    }
    return [...$urls, "http://$refused/refused"];
}

/** @param resource $connection */
function serve_demo($connection): void
{
    // Peek only: a connection that is closed with its request unread is reset.
    $request = (string) stream_socket_recvfrom($connection, 8192, STREAM_PEEK);
    [$path, $argument] = explode('/', substr(explode(' ', $request)[1] ?? '/', 1)) + ['', '0'];
    if ($path !== 'reset') {
        fread($connection, 8192);
        if ($path === 'slow') {
            usleep((int) ((float) $argument * 1e6));
        } elseif ($path === 'never') {
            fread($connection, 1); // until the client gives up
        }
        $body = str_repeat("$path $argument\n", 1000 + (int) $argument);
        @fwrite($connection, match ($path) {
            'missing' => "HTTP/1.0 404 Not Found\r\nContent-Length: 8\r\n\r\nNot here",
            'redirect' => "HTTP/1.0 302 Found\r\nLocation: /page/11\r\nContent-Length: 0\r\n\r\n",
            'short' => "HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\nends too early",
            default => "HTTP/1.0 200 OK\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body",
        });
    }
    fclose($connection);
}
