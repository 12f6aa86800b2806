<?php
/*
 * A keep-alive HTTP/1.1 server in ordinary blocking PHP, one coroutine for each connection.
 *
 *     ./dev run examples/http-hello.php [ADDRESS]        127.0.0.1:8080 if not given; port 0 takes a free one
 *
 *     /       says hello
 *     /slow   takes a second of plain sleep(), while other clients are served
 *     /echo   sends back the body of the request
 */
declare(strict_types=1);

use function Async\spawn;

const IDLE_SECONDS = 30;
const MAX_HEAD = 16384;
const MAX_BODY = 1 << 20;
const REASONS = [
    200 => 'OK', 400 => 'Bad Request', 404 => 'Not Found', 408 => 'Request Timeout', 411 => 'Length Required',
    413 => 'Content Too Large', 431 => 'Request Header Fields Too Large', 501 => 'Not Implemented',
    505 => 'HTTP Version Not Supported',
];

/** A request that cannot be served; its code is the status. The rest of the connection cannot be parsed. */
final class BadRequest extends Exception
{
    public function __construct(int $status)
    {
        parent::__construct(REASONS[$status], $status);
    }
}

$address = $argv[1] ?? '127.0.0.1:8080';
$options = stream_context_create(['socket' => ['backlog' => 1024, 'tcp_nodelay' => true]]);
$listener = @stream_socket_server("tcp://$address", $code, $reason, context: $options);
if (!$listener) {
    fwrite(STDERR, "Cannot listen on $address: $reason\n");
    exit(1);
}
echo 'Listening on http://', stream_socket_get_name($listener, false), "/\n";

for (;;) {
    // -1 = no time limit. Only this coroutine waits; the others go on.
    if ($connection = @stream_socket_accept($listener, -1)) {
        spawn('serve', $connection);
    } else {
        usleep(10_000); // Out of descriptors, most likely: a connection has to end first.
    }
}

/**
 * Answer the requests of one connection, one after the other.
 *
 * @param resource $connection
 */
function serve($connection): void
{
    stream_set_timeout($connection, IDLE_SECONDS);
    $input = ''; // Data that has arrived and is not used yet: a part of a request, or several of them.
    try {
        while ($request = read_request($connection, $input)) {
            [$method, $path, $body, $keep_alive] = $request;
            [$status, $content] = answer($path, $body);
            // @: the client can be gone by now; a notice about that has no use.
            $sent = @fwrite($connection, response($status, $content, $keep_alive, $method !== 'HEAD'));
            if (!$sent || !$keep_alive) {
                break;
            }
        }
    } catch (BadRequest $error) {
        @fwrite($connection, response($error->getCode(), $error->getMessage() . "\n", false));
        // Closed with input unread, the connection would be reset, and the client might never see the answer.
        stream_socket_shutdown($connection, STREAM_SHUT_WR);
        stream_set_timeout($connection, 1);
        for ($reads = 0; $reads < 256 && (string) fread($connection, 8192) !== ''; $reads++);
    }
    fclose($connection);
}

/** @return array{int, string} status and content */
function answer(string $path, string $body): array
{
    switch ($path) {
        case '/slow':
            sleep(1);
            // Fall through
        case '/':
            return [200, "Hello, World!\n"];
        case '/echo':
            return [200, $body];
        default:
            return [404, "There is no $path here\n"];
    }
}

function response(int $status, string $content, bool $keep_alive, bool $with_content = true): string
{
    return "HTTP/1.1 $status " . REASONS[$status] . "\r\n"
        . 'Date: ' . gmdate('D, d M Y H:i:s') . " GMT\r\n"
        . "Content-Type: text/plain; charset=utf-8\r\n"
        . 'Content-Length: ' . strlen($content) . "\r\n"
        . ($keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n")
        . ($with_content ? $content : '');
}

/**
 * Wait for a request. Data after the request stays in $input.
 *
 * @param resource $connection
 * @return array{string, string, string, bool}|null method, path, body, may another one follow?; null: no more requests
 */
function read_request($connection, string &$input): ?array
{
    $input = ltrim($input, "\r\n"); // Empty lines before a request are ignored.
    while (($length = strpos($input, "\r\n\r\n")) === false) {
        if (strlen($input) > MAX_HEAD) {
            throw new BadRequest(431);
        }
        if (preg_match('/(?<!\r)\n/', $input)) {
            throw new BadRequest(400);
        }
        if (!receive($connection, $input)) {
            return null;
        }
        $input = ltrim($input, "\r\n");
    }
    if ($length > MAX_HEAD) {
        throw new BadRequest(431);
    }
    $head = substr($input, 0, $length + 2);
    $input = substr($input, $length + 4);

    if (!preg_match('~^([!-\~]++) ([!-\~]++) HTTP/(\d)\.(\d)\r\n((?:[!#-\'*+.^-z|\~A-Z0-9-]++:[^\r\n\0]*+\r\n)*+)$~D', $head, $match)) {
        throw new BadRequest(400);
    }
    [, $method, $target, $major, $minor, $lines] = $match;
    if ($major !== '1') {
        throw new BadRequest(505);
    }
    if (!in_array($method, ['GET', 'HEAD', 'POST'], true)) {
        throw new BadRequest(501);
    }

    // Only these fields matter here. A repeated field is accepted if both values are the same.
    preg_match_all('~^(host|connection|expect|content-length|transfer-encoding):[ \t]*(.*?)[ \t]*\r$~im', $lines, $fields, PREG_SET_ORDER);
    $header = [];
    foreach ($fields as [, $name, $value]) {
        $name = strtolower($name);
        if (isset($header[$name]) && $name !== 'connection' && $header[$name] !== $value) {
            throw new BadRequest(400);
        }
        $header[$name] = ($name === 'connection' && isset($header[$name]) ? "$header[$name]," : '') . $value;
    }
    if ($minor !== '0' && !isset($header['host'])) {
        throw new BadRequest(400);
    }

    $body = '';
    if (isset($header['transfer-encoding'])) {
        throw new BadRequest(isset($header['content-length']) ? 400 : 411);
    }
    if (isset($header['content-length'])) {
        $size = $header['content-length'];
        if (!ctype_digit($size)) {
            throw new BadRequest(400);
        }
        if (strlen($size) > 9 || $size > MAX_BODY) {
            throw new BadRequest(413);
        }
        $size = (int) $size;
        if (isset($header['expect']) && strlen($input) < $size) {
            @fwrite($connection, "HTTP/1.1 100 Continue\r\n\r\n");
        }
        while (strlen($input) < $size) {
            if (!receive($connection, $input)) {
                return null;
            }
        }
        $body = substr($input, 0, $size);
        $input = substr($input, $size);
    }

    $options = array_map(trim(...), explode(',', strtolower($header['connection'] ?? '')));
    $keep_alive = $minor === '0' ? in_array('keep-alive', $options, true) : !in_array('close', $options, true);
    [$path] = explode('?', $target);
    return [$method, $path, $body, $keep_alive];
}

/**
 * Append the next data. False: the connection was closed or reset, or the time limit is over.
 *
 * @param resource $connection
 */
function receive($connection, string &$input): bool
{
    $data = (string) fread($connection, 8192);
    if ($data === '' && $input !== '' && stream_get_meta_data($connection)['timed_out']) {
        throw new BadRequest(408);
    }
    $input .= $data;
    return $data !== '';
}
