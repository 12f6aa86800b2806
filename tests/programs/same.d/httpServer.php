<?php
/*
 * An HTTP server for clients that are compared: what it answers depends on the request alone, and on what was asked on
 * the same connection. Prints its address; ends with its standard input.
 *
 *   /echo           method, path, some headers and the body, in JSON
 *   /size/N/MS      N bytes, with a pause of MS in the middle; ranges
 *   /chunks/N/MS    N chunks, MS between them, with a trailer
 *   /gzip           compressed
 *   /redirect/N     N times, then /echo
 *   /cookies        sets two; shows what was sent
 *   /basic /digest  asks for a password: user, secret
 *   /status/N       that status
 *   /close          without a length, up to the end of the connection
 *   /short /reset /garbage /silent     ends too early; ends at once; no HTTP; no answer
 *   /old            HTTP/1.0
 *   /count          how many requests came by this connection; closes after the third
 *   /soap           answers of a SOAP server
 */

function head(string $status, int|string|null $length, array $more = []): string
{
    $length === null || $more[] = "Content-Length: $length";
    return "HTTP/1.1 $status\r\nX-Server: same\r\n" . implode(array_map(fn($line) => "$line\r\n", $more)) . "\r\n";
}

/** @return array<string|int|false> what is written; numbers are pauses in ms, false closes */
function answer(string $method, string $path, array $headers, string $body, int $count): array
{
    $words = explode('/', parse_url($path, PHP_URL_PATH) ?: '/');
    $plain = fn(string $text, string $status = '200 OK', array $more = []) =>
        [head($status, strlen($text), $more) . ($method === 'HEAD' ? '' : $text)];
    $n = (int) ($words[2] ?? 0);
    $ms = (int) ($words[3] ?? 0);
    return match ($words[1]) {
        // The boundary is random.
        'echo' => str_starts_with($headers['content-type'] ?? '', 'multipart/') ? $plain('several parts') : $plain(json_encode(['method' => $method, 'path' => $path, 'body' => strlen($body) . ' ' . md5($body)]
            + array_intersect_key($headers, array_flip(['content-type', 'accept', 'user-agent', 'cookie', 'range', 'referer', 'x-own',
                'expect', 'authorization', 'accept-encoding', 'transfer-encoding', 'content-length'])))),
        'size' => sized($method, $headers, $n, $ms),
        'chunks' => [head('200 OK', null, ['Transfer-Encoding: chunked', 'Trailer: X-Last']),
            ...array_merge(...array_map(fn($i) => [$ms, dechex($i + 1) . "\r\n" . str_repeat(chr(97 + $i % 26), $i + 1) . "\r\n"], range(0, max(0, $n - 1)))),
            "0\r\nX-Last: yes\r\n\r\n"],
        'gzip' => $plain(gzencode(str_repeat('compressed ', 500)), more: ['Content-Encoding: gzip']),
        'redirect' => $plain('moved', $n % 2 ? '302 Found' : '307 Temporary Redirect', ['Location: ' . ($n > 1 ? '/redirect/' . ($n - 1) : '/echo')]),
        'cookies' => $plain($headers['cookie'] ?? 'none', more: ['Set-Cookie: a=1; path=/', 'Set-Cookie: b=' . strlen($headers['cookie'] ?? '') . '; path=/']),
        'basic' => ($headers['authorization'] ?? '') === 'Basic ' . base64_encode('user:secret') ? $plain('welcome')
            : $plain('who?', '401 Unauthorized', ['WWW-Authenticate: Basic realm="same"']),
        'digest' => str_starts_with($headers['authorization'] ?? '', 'Digest username="user"') ? $plain('welcome')
            : $plain('who?', '401 Unauthorized', ['WWW-Authenticate: Digest realm="same", nonce="abc", qop="auth"']),
        'status' => $plain("status $n", "$n Whatever"),
        'close' => ["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nup to ", 2, 'the end', false],
        'short' => [head('200 OK', 100) . 'too few', false],
        'reset' => [false],
        'garbage' => ["no HTTP at all\r\n\r\n", false],
        'silent' => [],
        'old' => ["HTTP/1.0 200 OK\r\n\r\nold", false],
        'count' => $count < 3 ? $plain("request $count") : [head('200 OK', 5, ['Connection: close']) . 'third', false],
        'soap' => $plain(soap($body), str_contains($body, 'fault') ? '500 Fault' : '200 OK', ['Content-Type: text/xml; charset=utf-8']),
        default => $plain('not found', '404 Not Found'),
    };
}

function sized(string $method, array $headers, int $n, int $ms): array
{
    $text = substr(str_repeat('0123456789abcdef', intdiv($n, 16) + 1), 0, $n);
    $status = '200 OK';
    $more = ['Accept-Ranges: bytes'];
    if (preg_match('/^bytes=(\d*)-(\d*)$/', $headers['range'] ?? '', $range)) {
        [$first, $last] = $range[1] === '' ? [max(0, $n - (int) $range[2]), $n - 1] : [(int) $range[1], $range[2] === '' ? $n - 1 : min($n - 1, (int) $range[2])];
        if ($first >= $n || $first > $last) {
            return [head('416 Range Not Satisfiable', 0, ["Content-Range: bytes */$n"])];
        }
        $status = '206 Partial Content';
        $more[] = "Content-Range: bytes $first-$last/$n";
        $text = substr($text, $first, $last - $first + 1);
    }
    $half = intdiv(strlen($text), 2);
    return $method === 'HEAD' ? [head($status, strlen($text), $more)]
        : [head($status, strlen($text), $more) . substr($text, 0, $half), $ms, substr($text, $half)];
}

function soap(string $request): string
{
    preg_match('~<(?:\w+:)?Body>\s*<(?:\w+:)?(\w+)~', $request, $name);
    preg_match_all('~<param\d+[^>]*>(.*?)</param\d+>~s', $request, $values);
    $inner = str_contains($request, 'fault')
        ? '<s:Fault><faultcode>s:Server</faultcode><faultstring>as you wish</faultstring></s:Fault>'
        : '<m:' . ($name[1] ?? 'x') . 'Response xmlns:m="urn:same"><return>' . implode('|', $values[1] ?? []) . '</return></m:' . ($name[1] ?? 'x') . 'Response>';
    return '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' . $inner . '</s:Body></s:Envelope>';
}

/** One connection: gets what came, gives what is to be written as answer() does. */
final class Connection
{
    public string $input = '';
    /** @var array<string|int|false> */
    public array $output = [];
    public float $pausedTo = 0;
    private int $count = 0;
    private bool $continued = false;

    public function __construct(public readonly mixed $socket)
    {
    }

    /** Requests that are complete. */
    public function take(): void
    {
        while (($end = strpos($this->input, "\r\n\r\n")) !== false) {
            $lines = explode("\r\n", substr($this->input, 0, $end));
            [$method, $path, $version] = explode(' ', array_shift($lines)) + ['', '/', ''];
            $headers = [];
            foreach ($lines as $line) {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower($name)] = trim($value);
            }
            $rest = substr($this->input, $end + 4);
            if (isset($headers['expect']) && !$this->continued) {
                $this->continued = true;
                array_unshift($this->output, "HTTP/1.1 100 Continue\r\n\r\n");
            }
            $body = isset($headers['transfer-encoding']) ? self::chunks($rest)
                : (strlen($rest) < (int) ($headers['content-length'] ?? 0) ? null : [substr($rest, 0, (int) ($headers['content-length'] ?? 0)), (int) ($headers['content-length'] ?? 0)]);
            if ($body === null) {
                return;
            }
            $this->continued = false;
            $this->input = substr($rest, $body[1]);
            $answer = answer($method, $path, $headers, $body[0], ++$this->count);
            if ($answer && ($version === 'HTTP/1.0' || strcasecmp($headers['connection'] ?? '', 'close') === 0)) {
                $answer = [str_replace("X-Server: same\r\n", "X-Server: same\r\nConnection: close\r\n", $answer[0]), ...array_slice($answer, 1), false];
            }
            array_push($this->output, ...$answer);
        }
    }

    /** @return ?array{string, int} a chunked body and how long it was */
    private static function chunks(string $input): ?array
    {
        $body = '';
        for ($at = 0; preg_match('/\G([0-9a-f]+)\r\n/i', $input, $found, 0, $at); $at += $size + 2) {
            $at += strlen($found[0]);
            $size = hexdec($found[1]);
            if (strlen($input) < $at + $size + 2) {
                return null;
            }
            if ($size === 0) {
                return [$body, $at + 2];
            }
            $body .= substr($input, $at, $size);
        }
        return null;
    }

    /** False: it is closed. */
    public function give(): bool
    {
        while ($this->output && microtime(true) >= $this->pausedTo) {
            $next = array_shift($this->output);
            if ($next === false) {
                return false;
            }
            if (is_int($next)) {
                $this->pausedTo = microtime(true) + $next / 1000;
            } elseif ($next !== '') {
                $written = (int) @fwrite($this->socket, $next);
                if ($written < strlen($next)) {
                    array_unshift($this->output, substr($next, $written));
                    $this->pausedTo = microtime(true) + 0.001;
                }
            }
        }
        return true;
    }
}

$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 200]]));
echo stream_socket_get_name($listener, false), "\n";
stream_set_blocking($listener, false);
stream_set_blocking(STDIN, false);
/** @var Connection[] $connections */
$connections = [];
while (!feof(STDIN)) {
    $read = [STDIN, $listener, ...array_map(fn($connection) => $connection->socket, $connections)];
    $write = $except = null;
    $busy = array_filter($connections, fn($connection) => $connection->output);
    stream_select($read, $write, $except, $busy ? 0 : 1, $busy ? 1000 : 0);
    fread(STDIN, 1);
    while ($new = @stream_socket_accept($listener, 0)) {
        stream_set_blocking($new, false);
        $connections[(int) $new] = new Connection($new);
    }
    foreach ($connections as $key => $connection) {
        $more = (string) @fread($connection->socket, 1 << 20);
        $connection->input .= $more;
        $more !== '' && $connection->take();
        if (!$connection->give() || ($more === '' && feof($connection->socket))) {
            fclose($connection->socket);
            unset($connections[$key]);
        }
    }
}
