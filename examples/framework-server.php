<?php
/*
 * A web server for applications that were written for one request in one process: each request runs in an isolated
 * scope, many at once in each process.
 *
 *     ./dev run examples/framework-server.php [options] FOLDER       a folder of PHP pages and static files
 *     ./dev run examples/framework-server.php [options] FRONT.php    a Symfony application: its public/index.php
 *
 *     --listen=ADDRESS    127.0.0.1:8080 if not given; port 0 takes a free one
 *     --workers=N         processes; 0: one for each processor; 1 if not given
 *
 * A page finds what it finds under php-fpm: superglobals, php://input, uploaded files, headers with their callback,
 * cookies, sessions, settings, output buffers, shutdown functions, exit(). An exception that a page does not catch ends
 * this page alone.
 *
 * What differs, because a process lives on after a request:
 *   - Functions and classes stay. A page that declares some runs once, and is refused after that with a message in the
 *     log: put the declarations into a file, and load it by require_once.
 *   - The variables of a page are those of a function: $GLOBALS and "global $x" do not find them, unless the page says
 *     "global $x" itself.
 *   - A fatal error that is no exception, such as too much memory, ends the worker. Its other pages get a 500, and a
 *     new worker takes its place.
 *   - The current directory is that of the server, and headers_sent() is false.
 *
 * Signals: SIGTERM or Ctrl-C: no new connections, requests that have begun are answered, then the end. SIGHUP replaces
 * the workers one after the other, and so brings new code.
 */
declare(strict_types=1);

use Async\{AsyncCancellation, AwaitCancelledException, Coroutine, Scope, Semaphore};
use function Async\{beginRequest, completeHeaders, currentCoroutine, delay, spawn, supervise, timeout};

const MAX_CONNECTIONS = 1000;       // of each worker; further ones get a 503
const MAX_PAGES = 100;              // at the same time in each worker; further ones wait
const MAX_HEAD = 16384;
const MAX_BODY = 32 << 20;
const BODY_IN_MEMORY = 256 << 10;   // larger ones go to a temporary file
const IDLE_SECONDS = 15;            // between two requests
const HEAD_SECONDS = 10;            // for a whole head, however slowly its bytes come
const BODY_SECONDS = 10;            // for a body, and a second more for each RATE bytes
const SEND_SECONDS = 10;            // for an answer, in the same way
const RATE = 16384;
const PAGE_SECONDS = 60;
const STREAM_BYTES = 65536;         // a page with more output is sent in chunks while it runs
const GRACE_MS = 10_000;

const REASONS = [200 => 'OK', 201 => 'Created', 204 => 'No Content', 206 => 'Partial Content',
    301 => 'Moved Permanently', 302 => 'Found', 303 => 'See Other', 304 => 'Not Modified', 307 => 'Temporary Redirect',
    308 => 'Permanent Redirect', 400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found',
    405 => 'Method Not Allowed', 408 => 'Request Timeout', 409 => 'Conflict', 410 => 'Gone',
    413 => 'Content Too Large', 415 => 'Unsupported Media Type', 417 => 'Expectation Failed',
    422 => 'Unprocessable Content', 429 => 'Too Many Requests', 431 => 'Request Header Fields Too Large',
    500 => 'Internal Server Error', 501 => 'Not Implemented', 503 => 'Service Unavailable', 504 => 'Gateway Timeout',
    505 => 'HTTP Version Not Supported'];

const TYPES = ['avif' => 'image/avif', 'css' => 'text/css; charset=UTF-8', 'gif' => 'image/gif',
    'htm' => 'text/html; charset=UTF-8', 'html' => 'text/html; charset=UTF-8', 'ico' => 'image/x-icon',
    'jpeg' => 'image/jpeg', 'jpg' => 'image/jpeg', 'js' => 'text/javascript; charset=UTF-8',
    'json' => 'application/json', 'map' => 'application/json', 'mjs' => 'text/javascript; charset=UTF-8',
    'mp4' => 'video/mp4', 'pdf' => 'application/pdf', 'png' => 'image/png', 'svg' => 'image/svg+xml',
    'txt' => 'text/plain; charset=UTF-8', 'wasm' => 'application/wasm', 'webm' => 'video/webm',
    'webp' => 'image/webp', 'woff' => 'font/woff', 'woff2' => 'font/woff2', 'xml' => 'text/xml; charset=UTF-8'];

/** A request that cannot be served; its code is the status. What follows it cannot be parsed. */
final class BadRequest extends Exception
{
    public function __construct(int $status)
    {
        parent::__construct(REASONS[$status], $status);
    }
}

/** The client has gone, or takes no more data. */
final class Disconnected extends Exception {}

/** A client: reads and writes with time limits for the whole, so that a client cannot stretch them byte by byte. */
final class Connection
{
    /** Data that has arrived and is not used yet. */
    private string $input = '';
    private float $deadline = 0.0;
    private float $perByte = 0.0;

    /** @param resource $stream */
    public function __construct(private $stream) {}

    /** A time limit for all that follows. @param float $perByte seconds more for each byte that is sent or received */
    public function limit(float $seconds, float $perByte = 0.0): void
    {
        $this->deadline = microtime(true) + $seconds;
        $this->perByte = $perByte;
    }

    /** Wait for the first byte of a request. False: there is none. */
    public function waitForRequest(): bool
    {
        $this->limit(IDLE_SECONDS);
        while (($this->input = ltrim($this->input, "\r\n")) === '') {
            if (!$this->receive()) {
                return false;
            }
        }
        return true;
    }

    /** All up to the end mark, without it. */
    public function readTo(string $end, int $limit, int $status): string
    {
        for ($from = 0; ($length = strpos($this->input, $end, $from)) === false;) {
            $from = max(0, strlen($this->input) - strlen($end) + 1);
            if ($from > $limit) {
                throw new BadRequest($status);
            }
            $this->need();
        }
        if ($length > $limit) {
            throw new BadRequest($status);
        }
        $data = substr($this->input, 0, (int) $length);
        $this->input = substr($this->input, $length + strlen($end));
        return $data;
    }

    /** @param resource $file takes the next $size bytes */
    public function copyTo($file, int $size): void
    {
        while ($size > 0) {
            if ($this->input === '') {
                $this->need();
            }
            $data = substr($this->input, 0, $size);
            $this->input = substr($this->input, strlen($data));
            $size -= strlen($data);
            fwrite($file, $data);
        }
    }

    public function hasInput(): bool
    {
        return $this->input !== '';
    }

    public function write(string $data): void
    {
        for ($done = 0; $done < strlen($data); $done += $sent) {
            $this->setTimeout();
            // @: the client can be gone by now; a notice about that has no use.
            $sent = (int) @fwrite($this->stream, substr($data, $done, RATE));
            if ($sent === 0) {
                throw new Disconnected();
            }
            $this->deadline += $sent * $this->perByte;
        }
    }

    /** Close. Input that is left would reset the connection, and the client might never see the answer: drop some. */
    public function close(bool $hasInput): void
    {
        if ($hasInput) {
            stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
            $this->limit(1);
            for ($reads = 0; $reads < 256 && $this->receive(); $reads++) {
                $this->input = '';
            }
        }
        fclose($this->stream);
    }

    public function address(bool $ofClient): string
    {
        return (string) stream_socket_get_name($this->stream, $ofClient);
    }

    private function need(): void
    {
        if (!$this->receive()) {
            throw microtime(true) >= $this->deadline ? new BadRequest(408) : new Disconnected();
        }
    }

    private function receive(): bool
    {
        if (microtime(true) >= $this->deadline) {
            return false;
        }
        $this->setTimeout();
        $data = (string) @fread($this->stream, 16384);
        $this->input .= $data;
        $this->deadline += strlen($data) * $this->perByte;
        return $data !== '';
    }

    private function setTimeout(): void
    {
        $left = max(1000, (int) (($this->deadline - microtime(true)) * 1e6));
        stream_set_timeout($this->stream, intdiv($left, 1_000_000), $left % 1_000_000);
    }
}

/** A request as the client has sent it. What HTTP does not allow is refused, never guessed. */
final class Request
{
    private const ONCE = ['host', 'content-length', 'transfer-encoding', 'content-type', 'authorization'];
    private const OWN = ['content-type', 'content-length', 'transfer-encoding'];

    public string $method;
    public string $target;
    public string $path;
    public string $query = '';
    public string $version;
    /** @var array<string, string> by their names in lower case; those that came more than once are joined */
    public array $headers = [];
    /** @var resource the body, at its beginning */
    public $body;
    public int $length = 0;
    public bool $hasBody = false;
    public bool $keepAlive;

    public static function read(Connection $client): self
    {
        $client->limit(HEAD_SECONDS);
        $request = new self();
        $request->parse($client->readTo("\r\n\r\n", MAX_HEAD, 431));
        $request->readBody($client);
        return $request;
    }

    private function parse(string $head): void
    {
        $lines = explode("\r\n", $head);
        if (!preg_match('~^([!#-\'*+.^-z|\~A-Z0-9-]++) ([!-\~]++) HTTP/(\d)\.(\d)$~D', array_shift($lines), $match)) {
            throw new BadRequest(400);
        }
        [, $this->method, $this->target, $major, $minor] = $match;
        if ($major !== '1') {
            throw new BadRequest(505);
        }
        $this->version = $minor === '0' ? '1.0' : '1.1';
        foreach ($lines as $line) {
            // A name, a colon at once after it, and a value without control characters: this refuses folded lines, too.
            if (!preg_match('~^([!#-\'*+.^-z|\~A-Z0-9-]++):[ \t]*+([\t -\~\x80-\xff]*)$~D', $line, $match)) {
                throw new BadRequest(400);
            }
            $this->addHeader(strtolower($match[1]), rtrim($match[2], " \t"));
        }
        $this->checkHost();
        $this->parseTarget();
        $options = preg_split('~[\s,]+~', strtolower($this->headers['connection'] ?? '')) ?: [];
        $this->keepAlive = $this->version === '1.0' ? in_array('keep-alive', $options, true)
            : !in_array('close', $options, true);
    }

    private function addHeader(string $name, string $value): void
    {
        if (!isset($this->headers[$name])) {
            $this->headers[$name] = $value;
        } elseif (in_array($name, self::ONCE, true)) {
            throw new BadRequest(400); // Two programs could each believe another one of the two.
        } else {
            $this->headers[$name] .= ($name === 'cookie' ? '; ' : ', ') . $value;
        }
    }

    private function checkHost(): void
    {
        $host = $this->headers['host'] ?? ($this->version === '1.0' ? '' : null);
        if ($host === null || !preg_match('~^(?:[a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$~Di', $host)) {
            throw new BadRequest(400);
        }
    }

    private function parseTarget(): void
    {
        if (in_array($this->method, ['CONNECT', 'TRACE'], true)) {
            throw new BadRequest(501);
        }
        $target = (string) preg_replace('~^https?://[^/?#]*~i', '', $this->target); // as proxies may send it
        if ($target === '' || $target[0] === '?') {
            $target = "/$target";
        }
        if (!preg_match('~^(/(?:[^%?#]|%[0-9a-f]{2})*+)(?:\?([^#]*))?$~Di', $target, $match)) {
            throw new BadRequest(400);
        }
        $this->target = $target;
        $this->path = rawurldecode($match[1]);
        $this->query = $match[2] ?? '';
        if (preg_match('~\0|\\\\|/\.\.?(?:/|$)~', $this->path)) {
            throw new BadRequest(400);
        }
    }

    private function readBody(Connection $client): void
    {
        $this->body = fopen('php://temp/maxmemory:' . BODY_IN_MEMORY, 'w+') ?: throw new RuntimeException('No memory');
        $length = $this->headers['content-length'] ?? null;
        $encoding = $this->headers['transfer-encoding'] ?? null;
        if ($encoding !== null && ($length !== null || $this->version === '1.0')) {
            throw new BadRequest(400); // Smuggling: what is a body for one program is a request for another one.
        }
        if ($encoding !== null && strtolower($encoding) !== 'chunked') {
            throw new BadRequest(501);
        }
        if ($length !== null && !ctype_digit($length)) {
            throw new BadRequest(400);
        }
        if ($length !== null && (strlen($length) > 12 || (int) $length > MAX_BODY)) {
            throw new BadRequest(413);
        }
        $this->hasBody = $encoding !== null || $length !== null;
        if ($this->hasBody) {
            $this->answerExpectation($client);
            $client->limit(BODY_SECONDS, 1 / RATE);
            if ($encoding === null) {
                $client->copyTo($this->body, $this->length = (int) $length);
            } else {
                $this->readChunks($client);
            }
            rewind($this->body);
        }
    }

    private function answerExpectation(Connection $client): void
    {
        $expected = strtolower($this->headers['expect'] ?? '');
        if ($expected !== '' && $expected !== '100-continue') {
            throw new BadRequest(417);
        }
        if ($expected !== '' && $this->version === '1.1' && !$client->hasInput()) {
            $client->write("HTTP/1.1 100 Continue\r\n\r\n");
        }
    }

    private function readChunks(Connection $client): void
    {
        do {
            $line = $client->readTo("\r\n", 256, 400);
            if (!preg_match('~^([0-9a-f]{1,8})(?:[ \t]*;[\t -\~]*)?$~Di', $line, $match)) {
                throw new BadRequest(400);
            }
            $size = (int) hexdec($match[1]);
            if (($this->length += $size) > MAX_BODY) {
                throw new BadRequest(413);
            }
            $client->copyTo($this->body, $size);
            if ($size > 0 && $client->readTo("\r\n", 0, 400) !== '') {
                throw new BadRequest(400);
            }
        } while ($size > 0);
        for ($left = MAX_HEAD; ($line = $client->readTo("\r\n", $left, 431)) !== ''; $left -= strlen($line)) {
            // Fields after the body are dropped.
        }
    }

    /**
     * What a web server passes to PHP.
     *
     * @return array<string, string>
     */
    public function variables(): array
    {
        $variables = ['REQUEST_METHOD' => $this->method, 'REQUEST_URI' => $this->target, 'QUERY_STRING' => $this->query,
            'SERVER_PROTOCOL' => "HTTP/$this->version", 'SERVER_SOFTWARE' => 'framework-server'];
        foreach ($this->headers as $name => $value) {
            // A name with "_" could pass for one with "-", which a proxy in front may have checked.
            if (!str_contains($name, '_') && !in_array($name, self::OWN, true)) {
                $variables['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
            }
        }
        if (isset($this->headers['content-type'])) {
            $variables['CONTENT_TYPE'] = $this->headers['content-type'];
        }
        return $variables + ($this->hasBody ? ['CONTENT_LENGTH' => (string) $this->length] : []);
    }
}

/** The answer to a request: collected and sent as a whole, or in chunks when it becomes long. */
final class Answer
{
    public int $status = 200;
    /** @var list<string> */
    public array $headers = [];
    private string $content = '';
    private bool $hasHeaders = false;
    private bool $hasBegun = false;
    private bool $isChunked = false;
    private bool $hasFailed = false;
    private bool $isComplete = false;

    public function __construct(
        private readonly Connection $client,
        private readonly ?Request $request,
        public bool $isLast,
    ) {
    }

    /** An answer of the server itself, in place of what was collected. */
    public function set(int $status, string $content, string ...$headers): self
    {
        $this->status = $status;
        $this->headers = $headers ? array_values($headers) : ['Content-Type: text/plain; charset=UTF-8'];
        $this->content = $content;
        return $this;
    }

    /** The output handler of the page. It runs in the scope of the page, and so finds the headers of the page. */
    public function take(string $output, int $phase): string
    {
        if ($this->hasFailed) {
            return '';
        }
        $this->isComplete = (bool) ($phase & PHP_OUTPUT_HANDLER_FINAL);
        if (!($phase & PHP_OUTPUT_HANDLER_CLEAN)) {
            $this->content .= $output;
        }
        $hasFlushed = $phase & PHP_OUTPUT_HANDLER_FLUSH && !$this->isComplete;
        $isSent = $hasFlushed || strlen($this->content) >= STREAM_BYTES;
        if (($isSent || $this->isComplete) && !$this->hasHeaders) {
            $this->takeHeaders();
        }
        if ($isSent) {
            try {
                $this->flush();
            } catch (Disconnected) {
                // The page goes on to its end, as with ignore_user_abort().
            }
        }
        return '';
    }

    /** The last moment for the headers: the callback of header_register_callback() may still change them. */
    private function takeHeaders(): void
    {
        $this->hasHeaders = true;
        try {
            $this->content = completeHeaders() . $this->content;     // what the callback has printed comes first
        } catch (Throwable $error) {
            report($error);
        }
        $this->status = (int) (http_response_code() ?: 200);
        $this->headers = headers_list();
    }

    /** Nothing that the page has said so far counts. If a part of it was sent, the client finds an answer cut off. */
    public function fail(int $status, string $content): void
    {
        if ($this->hasBegun) {
            throw new Disconnected();
        }
        $this->hasFailed = $this->isLast = true;
        $this->set($status, $content);
    }

    /** The page has ended. False: its output is lost, by a fatal error in this page or another one. */
    public function endPage(): bool
    {
        if ($this->hasFailed || $this->isComplete) {
            return true;
        }
        $this->fail(500, "The server had to stop\n");
        return false;
    }

    public function end(): void
    {
        $this->client->limit(SEND_SECONDS, 1 / RATE);
        if (!$this->hasBegun) {
            $head = $this->head($this->mayHaveContent() ? 'Content-Length: ' . strlen($this->content) : null);
            $this->client->write($head . ($this->hasContent() ? $this->content : ''));
        } else {
            $this->flush();
            $this->client->write($this->isChunked ? "0\r\n\r\n" : '');
        }
    }

    /** @param resource $file */
    public function sendFile($file, int $size): void
    {
        $this->client->limit(SEND_SECONDS, 1 / RATE);
        $this->hasBegun = true;
        $this->client->write($this->head("Content-Length: $size"));
        while ($this->hasContent() && $size > 0) {
            $data = (string) fread($file, min($size, STREAM_BYTES));
            if ($data === '') {
                throw new Disconnected(); // The file has become shorter: the client must not wait for the rest.
            }
            $this->client->write($data);
            $size -= strlen($data);
        }
    }

    private function flush(): void
    {
        $data = $this->content;
        $this->content = '';
        $this->client->limit(SEND_SECONDS, 1 / RATE);
        if (!$this->hasBegun) {
            $this->hasBegun = true;
            $this->isChunked = $this->hasContent() && $this->request?->version === '1.1';
            // For HTTP/1.0 the end of the connection is the end of the page.
            $this->isLast = $this->isLast || ($this->hasContent() && !$this->isChunked);
            $this->client->write($this->head($this->isChunked ? 'Transfer-Encoding: chunked' : null));
        }
        if ($data !== '' && $this->hasContent()) {
            $this->client->write($this->isChunked ? dechex(strlen($data)) . "\r\n$data\r\n" : $data);
        }
    }

    private function mayHaveContent(): bool
    {
        return $this->status >= 200 && $this->status !== 204 && $this->status !== 304;
    }

    private function hasContent(): bool
    {
        return $this->mayHaveContent() && $this->request?->method !== 'HEAD';
    }

    private function head(?string $length): string
    {
        $reason = REASONS[$this->status] ?? 'Status';
        $lines = ["HTTP/1.1 $this->status $reason", 'Date: ' . gmdate('D, d M Y H:i:s') . ' GMT'];
        // How the content is framed is decided here, whatever the page says.
        /** @var array<string> $own */
        $own = preg_grep('~^(?:Connection|Keep-Alive|Content-Length|Transfer-Encoding|Upgrade|Trailer|Date)\s*:~i',
            $this->headers, PREG_GREP_INVERT) ?: [];
        $lines = [...$lines, ...array_values($own)];
        if ($length !== null) {
            $lines[] = $length;
        }
        $lines[] = $this->isLast ? 'Connection: close' : 'Connection: keep-alive';
        return implode("\r\n", $lines) . "\r\n\r\n";
    }
}

/** The files of the site: which one answers a request. */
final class Site
{
    public readonly string $root;
    /** The front controller of a Symfony application, if the site is one. */
    public readonly ?string $front;
    /** @var array<string, array{int, string}> pages that have run here: when they were changed, what they declare */
    private array $pages = [];

    public function __construct(string $path)
    {
        $real = realpath($path);
        if ($real === false) {
            throw new InvalidArgumentException("There is no $path");
        }
        $this->front = is_dir($real) ? null : $real;
        $this->root = is_dir($real) ? $real : dirname($real);
    }

    /** @return array{string, string, string}|null the file, its path in the site, the path that follows it */
    public function find(string $path): ?array
    {
        if (preg_match('~/\.(?!well-known/)~', $path)) {
            return null; // .env, .git and others are for no client.
        }
        $name = rtrim($path, '/');
        while ($name !== '' && !file_exists($this->root . $name)) {
            $name = substr($name, 0, (int) strrpos($name, '/'));
        }
        $rest = substr($path, strlen($name));
        if ($this->front !== null && ($rest !== '' || !is_file($this->root . $name) || str_ends_with($name, '.php'))) {
            return [$this->front, '/' . basename($this->front), ''];
        }
        if (is_dir($this->root . $name)) {
            $isFolder = trim($rest, '/') === '';
            if (!$isFolder && str_contains(basename($path), '.')) {
                return null;
            }
            return $this->index($name, $isFolder ? '' : $rest, $path);
        }
        return $rest === '' || str_ends_with($name, '.php') ? $this->inside($name, $rest) : null;
    }

    /**
     * The page index of the folder, or of the next one above it, as php -S finds it.
     *
     * @return array{string, string, string}|null as find()
     */
    private function index(string $folder, string $rest, string $path): ?array
    {
        for (;; $folder = substr($folder, 0, (int) strrpos($folder, '/')), $rest = substr($path, strlen($folder))) {
            if (is_file("$this->root$folder/index.php")) {
                return $this->inside("$folder/index.php", $rest);
            }
            if (is_file("$this->root$folder/index.html")) {
                return $this->inside("$folder/index.html", '');
            }
            if ($folder === '') {
                return null;
            }
        }
    }

    /**
     * A link may lead out of the site: then there is no such file.
     *
     * @return array{string, string, string}|null as find()
     */
    private function inside(string $name, string $rest): ?array
    {
        $file = realpath($this->root . $name);
        $isInside = $file !== false && is_file($file) && str_starts_with($file, rtrim($this->root, '/') . '/');
        return $isInside ? [$file, $name, $rest] : null;
    }

    /** What the page declares, if it has run here already: once more it would be a fatal error, and end the worker. */
    public function declaredBefore(string $file): string
    {
        $changed = (int) filemtime($file);
        if (($this->pages[$file][0] ?? null) === $changed) {
            return $this->pages[$file][1];
        }
        $before = $this->pages[$file][1] ?? '';
        $this->pages[$file] = [$changed, self::declarations((string) file_get_contents($file))];
        return $before === '' ? '' : $this->pages[$file][1];
    }

    /** The first function or class that the code declares outside of blocks; '' if there is none. */
    private static function declarations(string $code): string
    {
        $tokens = array_values(array_filter(PhpToken::tokenize($code), fn(PhpToken $token) => !$token->isIgnorable()));
        $depth = 0;
        foreach ($tokens as $i => $token) {
            $depth += $token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]) <=> $token->is('}');
            $name = $tokens[$i + 1] ?? null;
            $name = $name?->text === '&' ? $tokens[$i + 2] : $name;
            if ($depth === 0 && $token->is([T_FUNCTION, T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM]) && $name?->is(T_STRING)
                && !($tokens[$i - 1] ?? null)?->is([T_USE, T_DOUBLE_COLON])) {
                return "$token->text $name->text";
            }
        }
        return '';
    }
}

/**
 * Run a page, or the front controller, in an isolated scope. Its output goes to the answer.
 *
 * @param array<string, string> $variables what a web server passes to PHP
 */
function run_page(string $file, bool $isFront, array $variables, Request $request, Answer $answer): void
{
    $scope = Scope::isolated(catchExit: true);
    $scope->spawn(function () use ($file, $isFront, $variables, $request, $answer) {
        beginRequest($variables, $request->body);
        ob_start($answer->take(...), STREAM_BYTES);
        try {
            $isFront ? run_front($file) : include_page($file);
        } catch (AsyncCancellation $cancellation) {
            throw $cancellation; // It takes too long, or the server stops.
        } catch (Throwable $error) {
            report($error);
        }
        // As at the end of a script: shutdown functions and destructors still find the output buffers (catchExit).
        exit;
    });
    try {
        $scope->awaitCompletion(timeout(PAGE_SECONDS * 1000));
    } catch (AwaitCancelledException) {
        error_log("$request->method $request->target takes more than " . PAGE_SECONDS . ' s');
        $scope->cancel();
        $answer->fail(504, "This takes too long\n");
    } finally {
        $scope->dispose();
        $scope->awaitAfterCancellation(); // until its shutdown functions have run, and its session is written
    }
}

/** Nothing but the page's own variables here. */
function include_page(): void
{
    include func_get_arg(0);
}

/** As Symfony's runtime component does it: the front controller returns a function that makes the kernel. */
function run_front(string $file): void
{
    // Otherwise Symfony would take this for a command line, and show clients the details of its errors.
    $_ENV['APP_RUNTIME_MODE'] = $_SERVER['APP_RUNTIME_MODE'] ??= 'web=1';
    $application = require $file;
    if ($application instanceof Closure) {
        $application = $application(['APP_ENV' => $_SERVER['APP_ENV'] ?? 'prod',
            'APP_DEBUG' => (bool) ($_SERVER['APP_DEBUG'] ?? false)] + $_SERVER);
    }
    if (!$application instanceof Symfony\Component\HttpKernel\HttpKernelInterface) {
        throw new LogicException("$file returns no kernel");
    }
    $request = Symfony\Component\HttpFoundation\Request::createFromGlobals();
    $response = $application->handle($request);
    $response->send();
    if ($application instanceof Symfony\Component\HttpKernel\TerminableInterface) {
        $application->terminate($request, $response);
    }
    gc_collect_cycles(); // Kernel and container are cycles: this calls their destructors in their own scope.
}

/** An exception that the page has not caught: its handler gets it, or it is treated as PHP does. */
function report(Throwable $error): void
{
    if ($handler = set_exception_handler(null)) {
        try {
            $handler($error);
            return;
        } catch (Throwable $error) {
        }
    }
    $text = "PHP Fatal error:  Uncaught $error\n  thrown in {$error->getFile()} on line {$error->getLine()}";
    if (ini_get('log_errors')) {
        error_log($text);
    }
    if (filter_var(ini_get('display_errors'), FILTER_VALIDATE_BOOL)) {
        echo "\n", substr($text, 4), "\n";
    } elseif (http_response_code() === false || http_response_code() === 200) {
        http_response_code(500);
    }
}

/** One process of the server. */
final class Worker
{
    /** @var array<int, Coroutine> connections without a request, by the number of their coroutine */
    private array $idle = [];
    /** @var array<int, Answer> of the requests that run */
    private array $running = [];
    private Coroutine $acceptor;
    private int $connections = 0;
    private bool $isStopping = false;
    private readonly Semaphore $pages;

    /** @param resource $listener */
    public function __construct(private $listener, private readonly Site $site)
    {
        $this->pages = new Semaphore(MAX_PAGES);
    }

    /** The first coroutine of the worker. SIGTERM cancels it. */
    public function serve(): never
    {
        $this->acceptor = currentCoroutine();
        register_shutdown_function($this->apologize(...));
        try {
            while (true) {
                // -1 = no time limit. Only this coroutine waits; the others go on.
                if ($stream = @stream_socket_accept($this->listener, -1)) {
                    spawn($this->answerAll(...), new Connection($stream));
                    $stream = null; // Its coroutine closes it.
                } else {
                    delay(10); // Out of descriptors, most likely: a connection has to end first.
                }
            }
        } finally {
            // Connections with a request answer it and close. The worker ends with the last one.
            $this->isStopping = true;
            array_map(fn(Coroutine $connection) => $connection->cancel(), $this->idle);
        }
    }

    /** Answer the requests of one connection, one after the other. */
    private function answerAll(Connection $client): void
    {
        $this->connections++;
        $id = currentCoroutine()->getId();
        $answer = null;
        $isBroken = false;
        try {
            if ($this->connections > MAX_CONNECTIONS) {
                throw new BadRequest(503);
            }
            do {
                $this->idle[$id] = currentCoroutine();
                $hasMore = $client->waitForRequest();
                unset($this->idle[$id]);
                if (!$hasMore) {
                    break;
                }
                $request = Request::read($client);
                $answer = new Answer($client, $request, $this->isStopping || !$request->keepAlive);
                $this->running[$id] = $answer;
                $this->answer($request, $answer, $client);
                unset($this->running[$id]);
            } while (!$answer->isLast);
        } catch (BadRequest $error) {
            $isBroken = true;
            $this->refuse($client, $error);
        } catch (Disconnected | AsyncCancellation) {
            // Nothing that this connection could still do.
        } catch (Throwable $error) {
            error_log("A defect of the server: $error"); // It ends this connection alone.
        } finally {
            unset($this->idle[$id], $this->running[$id]);
            $this->connections--;
            $client->close($isBroken);
        }
    }

    private function refuse(Connection $client, BadRequest $error): void
    {
        try {
            (new Answer($client, null, true))->set($error->getCode(), "{$error->getMessage()}\n")->end();
        } catch (Disconnected) {
        }
    }

    private function answer(Request $request, Answer $answer, Connection $client): void
    {
        $found = $this->site->find($request->path);
        if ($found === null) {
            $answer->set(404, "There is no such page\n");
        } elseif (str_ends_with($found[0], '.php')) {
            $this->answerByPage($found, $request, $answer, $client);
        } else {
            $this->answerByFile($found[0], $request, $answer);
            return;
        }
        $answer->isLast = $answer->isLast || $this->isStopping;
        $answer->end();
    }

    /** @param array{string, string, string} $found by Site::find() */
    private function answerByPage(array $found, Request $request, Answer $answer, Connection $client): void
    {
        [$file, $name, $rest] = $found;
        $isFront = $this->site->front !== null;
        $this->pages->acquire();
        try {
            if (!$isFront && ($declared = $this->site->declaredBefore($file)) !== '') {
                error_log("$file declares $declared, and has run before: move that into a file for require_once");
                $answer->set(500, "This page can run only once\n");
                return;
            }
            run_page($file, $isFront, $this->variables($name, $rest, $file, $request, $client), $request, $answer);
            if (!$answer->endPage()) {
                $this->acceptor->cancel(); // Another worker takes the place of this one.
            }
        } finally {
            $this->pages->release();
        }
    }

    /** @return array<string, string> */
    private function variables(string $name, string $rest, string $file, Request $request, Connection $client): array
    {
        [, $clientAddress, $clientPort] = self::split($client->address(true));
        [, $address, $port] = self::split($client->address(false));
        preg_match('~^(.*?)(?::\d+)?$~', $request->headers['host'] ?? '', $host);
        return $request->variables() + ['DOCUMENT_ROOT' => $this->site->root, 'SCRIPT_NAME' => $name,
            'SCRIPT_FILENAME' => $file, 'PHP_SELF' => $name . $rest, 'REMOTE_ADDR' => $clientAddress,
            'REMOTE_PORT' => $clientPort, 'SERVER_NAME' => ($host[1] ?? '') ?: $address, 'SERVER_ADDR' => $address,
            'SERVER_PORT' => $port] + ($rest === '' ? [] : ['PATH_INFO' => $rest]) + getenv();
    }

    /** @return array{string, string, string} all, address, port */
    private static function split(string $address): array
    {
        preg_match('~^\[?(.*?)\]?(?::(\d+))?$~', $address, $match);
        return $match + ['', '', ''];
    }

    private function answerByFile(string $path, Request $request, Answer $answer): void
    {
        $file = @fopen($path, 'r');
        if (!$file || !in_array($request->method, ['GET', 'HEAD'], true)) {
            $file ? $answer->set(405, "Only GET\n", 'Allow: GET, HEAD') : $answer->set(404, "There is no such page\n");
            $answer->end();
            return;
        }
        ['size' => $size, 'mtime' => $time] = fstat($file) ?: ['size' => 0, 'mtime' => 0];
        $mark = sprintf('"%x-%x"', $time, $size);
        $type = TYPES[strtolower(pathinfo($path, PATHINFO_EXTENSION))] ?? 'application/octet-stream';
        $headers = ["ETag: $mark", 'Last-Modified: ' . gmdate('D, d M Y H:i:s', $time) . ' GMT'];
        $known = $request->headers['if-none-match'] ?? null;
        $isKnown = $known !== null ? preg_match('~(?:^|,)\s*(?:\*|(?:W/)?' . preg_quote($mark, '~') . ')\s*(?:,|$)~', $known)
            : strtotime($request->headers['if-modified-since'] ?? '') >= $time;
        if ($isKnown) {
            $answer->set(304, '', ...$headers)->end();
        } else {
            $answer->set(200, '', "Content-Type: $type", ...$headers)->sendFile($file, $size);
        }
    }

    /** After a fatal error, which ends the worker at once: its clients get an answer, if no part of one was sent. */
    private function apologize(): void
    {
        foreach ($this->running as $answer) {
            try {
                $answer->fail(500, "The server had to stop\n");
                $answer->end();
            } catch (Disconnected) {
                // The next one.
            }
        }
    }
}

/** @param list<string> $arguments */
function main(array $arguments): int
{
    $options = ['listen' => '127.0.0.1:8080', 'workers' => '1'];
    $paths = [];
    foreach (array_slice($arguments, 1) as $argument) {
        if (preg_match('~^--(listen|workers)=(.+)$~', $argument, $match)) {
            $options[$match[1]] = $match[2];
        } else {
            $paths[] = $argument;
        }
    }
    if (count($paths) !== 1 || $paths[0][0] === '-' || !ctype_digit($options['workers'])) {
        fwrite(STDERR, "usage: framework-server.php [--listen=ADDRESS] [--workers=N] FOLDER or FRONT.php\n");
        return 2;
    }
    try {
        $site = new Site($paths[0]);
    } catch (InvalidArgumentException $error) {
        fwrite(STDERR, "{$error->getMessage()}\n");
        return 1;
    }
    // Before supervise(): all workers share this listener. Connections wait in it while a worker is replaced.
    $context = stream_context_create(['socket' => ['backlog' => 1024, 'tcp_nodelay' => true]]);
    $listener = @stream_socket_server("tcp://$options[listen]", $code, $reason, context: $context);
    if (!$listener) {
        fwrite(STDERR, "Cannot listen: $reason\n");
        return 1;
    }
    echo 'Listening on http://', stream_socket_get_name($listener, false), "/, process ", getmypid(), "\n";

    return supervise((int) $options['workers'], function () use ($listener, $site): void {
        if ($site->front !== null) {
            // In each worker, so that SIGHUP brings new code. A front controller that finds it loaded returns a closure.
            require dirname($site->root) . '/vendor/autoload.php';
        }
        (new Worker($listener, $site))->serve();
    }, gracePeriod: GRACE_MS, restartAlways: true);
}

exit(main($argv));
