<?php
/*
 * Follow the links of web sites with plain curl, 200 pages at a time but politely to each host; --help shows the options.
 * Without arguments it crawls three small sites of its own.
 */
declare(strict_types=1);

use Async\{Pool, Scope, Semaphore};
use function Async\{delay, spawn};

const USAGE = <<<'TEXT'
usage: crawler.php [option ...] [URL ...]

Fetches the pages, and those that they link to on the same hosts, and prints a table of the hosts. What a host's
robots.txt forbids to all clients is left out. With no URL it crawls sites of its own.

  -c, --concurrency N    no more than N pages at a time (200)
  -p, --per-host N       no more than N of them from the same host (8)
  -d, --delay MS         and no two of them within MS milliseconds (0)
  -n, --pages N          stop after N pages (1000)
  -t, --timeout SECONDS  time limit for each page (20)
  -h, --help             this text

Exit status: 0 if every page was there, 1 if one was not, 2 if the arguments are wrong.

TEXT;

exit(main(array_slice($argv, 1)));

/** @param list<string> $arguments */
function main(array $arguments): int
{
    try {
        extension_loaded('curl') || throw new InvalidArgumentException('this needs PHP\'s curl extension (php-curl)');
        $options = read_arguments($arguments);
    } catch (InvalidArgumentException $error) {
        fwrite(STDERR, "crawler: {$error->getMessage()}\ncrawler --help shows how it is used\n");
        return 2;
    }
    if ($options['help']) {
        echo USAGE;
        return 0;
    }
    $crawler = new Crawler($options);
    $start = microtime(true);
    $crawler->crawl($options['urls'] ?: start_demo_sites());
    $status = print_table($crawler, microtime(true) - $start);
    return $options['urls'] ? $status : 0; // the demonstration has broken links on purpose
}

final class Host
{
    /** @var Pool<CurlHandle> a limited number of requests at a time, and reused connections */
    public readonly Pool $handles;
    public int $pages = 0;
    public int $bytes = 0;
    public float $seconds = 0;
    /** @var array<string, string> reasons by URL */
    public array $failures = [];
    public int $mostAtATime = 0;
    private float $nextStart = 0;
    /** @var Closure(): list<string> paths that the crawler must not fetch */
    private Closure $forbidden;

    /**
     * @param array{per-host: int, timeout: float, delay: int} $options
     * @param Semaphore $places of all hosts together; taken last, so that a slow host blocks no place of others
     */
    public function __construct(public readonly string $address, private array $options, private Semaphore $places)
    {
        $make = fn() => curl_init() ?: throw new RuntimeException('curl does not start');
        $this->handles = new Pool($make, reset: curl_reset(...), max: $options['per-host'], idleTimeout: 10_000);
        // The first caller fetches the file; the others wait for the answer.
        $this->forbidden = Async\once(fn() => self::parse_robots($this->request("$address/robots.txt")));
    }

    public function allows(string $url): bool
    {
        $path = substr($url, strlen($this->address));
        return !array_filter(($this->forbidden)(), fn($start) => str_starts_with($path, $start));
    }

    /** @return array{status: int, type: string, body: string, location: ?string, error: ?string} */
    public function request(string $url): array
    {
        assert($url !== '');
        return $this->handles->use(function (CurlHandle $curl) use ($url) {
            $this->wait_for_start();
            $this->mostAtATime = max($this->mostAtATime, $this->handles->lent());
            curl_setopt_array($curl, [
                CURLOPT_URL => $url,
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_TIMEOUT_MS => (int) ($this->options['timeout'] * 1000),
                CURLOPT_ACCEPT_ENCODING => '',
                CURLOPT_USERAGENT => 'crawler (an example of PHP async)',
                CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            ]);
            $body = $this->places->run(fn() => curl_exec($curl));
            $this->seconds += curl_getinfo($curl, CURLINFO_TOTAL_TIME);
            return [
                'status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE),
                'type' => (string) curl_getinfo($curl, CURLINFO_CONTENT_TYPE),
                'body' => (string) $body,
                'location' => curl_getinfo($curl, CURLINFO_REDIRECT_URL) ?: null,
                'error' => $body === false ? curl_error($curl) : null,
            ];
        });
    }

    /** No two requests begin within the delay. */
    private function wait_for_start(): void
    {
        $now = microtime(true);
        $start = max($now, $this->nextStart);
        $this->nextStart = $start + $this->options['delay'] / 1000;
        if ($start > $now) {
            delay((int) ceil(($start - $now) * 1000));
        }
    }

    /**
     * @param array{status: int, type: string, body: string, location: ?string, error: ?string} $answer
     * @return list<string> beginnings of paths that robots must not fetch
     */
    private static function parse_robots(array $answer): array
    {
        $paths = [];
        $isForAll = false;
        foreach ($answer['status'] === 200 ? explode("\n", $answer['body']) : [] as $line) {
            if (preg_match('/^\s*User-agent:\s*(\S+)/i', $line, $match)) {
                $isForAll = $match[1] === '*';
            } elseif ($isForAll && preg_match('/^\s*Disallow:\s*(\/\S*)/i', $line, $match)) {
                $paths[] = $match[1];
            }
        }
        return $paths;
    }
}

final class Crawler
{
    /** @var array<string, Host> by address: http://name:port */
    public array $hosts = [];
    public int $done = 0;
    public int $forbidden = 0;
    /** @var array<string, true> */
    private array $seen = [];
    private Semaphore $places;
    private Scope $scope;

    /** @param array{concurrency: int, per-host: int, timeout: float, delay: int, pages: int} $options */
    public function __construct(private array $options)
    {
        $this->places = new Semaphore($options['concurrency']);
        $this->scope = new Scope;
    }

    /**
     * Returns when there is nothing left to fetch.
     *
     * @param list<string> $urls
     */
    public function crawl(array $urls): void
    {
        foreach ($urls as $url) {
            $address = address_of($url);
            $this->hosts[$address] ??= new Host($address, $this->options, $this->places);
        }
        foreach ($urls as $url) {
            $this->add($url);
        }
        $this->scope->awaitCompletion();
        show_progress($this, count($this->seen), true);
    }

    /** A coroutine for each page; most of them wait for their turn. */
    private function add(string $url): void
    {
        if (!isset($this->seen[$url]) && count($this->seen) < $this->options['pages']) {
            $this->seen[$url] = true;
            $this->scope->spawn($this->visit(...), $url);
        }
    }

    private function visit(string $url): void
    {
        $host = $this->hosts[address_of($url)];
        if (!$host->allows($url)) {
            $this->forbidden++;
            return;
        }
        $answer = $host->request($url);
        $this->done++;
        $host->pages++;
        $host->bytes += strlen($answer['body']);
        if ($answer['error'] !== null || $answer['status'] >= 400) {
            $host->failures[$url] = $answer['error'] ?? "the server answered $answer[status]";
        }
        foreach (links_in($answer, $url) as $link) {
            if (isset($this->hosts[address_of($link)])) {
                $this->add($link);
            }
        }
        show_progress($this, count($this->seen));
    }
}

// ---- URLs --------------------------------------------------------------------------------------

function address_of(string $url): string
{
    return preg_match('~^(https?://[^/?#]+)~i', $url, $match) ? strtolower($match[1]) : '';
}

/**
 * @param array{status: int, type: string, body: string, location: ?string, error: ?string} $answer
 * @return list<string> absolute URLs without fragments
 */
function links_in(array $answer, string $base): array
{
    if ($answer['location'] !== null) {
        return [$answer['location']];
    }
    if (!str_starts_with($answer['type'], 'text/html')) {
        return [];
    }
    preg_match_all('~<a\s[^>]*?href\s*=\s*(["\'])(.*?)\1~is', $answer['body'], $match);
    return array_values(array_filter(array_map(fn(string $link) => absolute(html_entity_decode($link), $base), $match[2])));
}

function absolute(string $link, string $base): ?string
{
    $link = (string) preg_replace('~#.*~s', '', trim($link));
    if (preg_match('~^[a-z][a-z0-9+.-]*:~i', $link)) {
        return preg_match('~^https?://~i', $link) ? $link : null;
    }
    $address = address_of($base);
    $path = preg_replace('~[?#].*~s', '', substr($base, strlen($address))) ?: '/';
    $url = match (true) {
        $link === '' => null,
        str_starts_with($link, '//') => strstr($base, ':', true) . ":$link",
        $link[0] === '/' => $address . $link,
        $link[0] === '?' => $address . $path . $link,
        default => $address . preg_replace('~[^/]*$~', '', $path) . $link,
    };
    // a/./b/../c
    while ($url !== null && ($shorter = (string) preg_replace('~/(\./|(?!\.\./)[^/]+/\.\./)~', '/', $url, 1)) !== $url
        && address_of($shorter) === address_of($url)) {
        $url = $shorter;
    }
    return $url;
}

// ---- output ------------------------------------------------------------------------------------

function show_progress(Crawler $crawler, int $known, bool $isOver = false): void
{
    static $isTerminal = null;
    static $next = 0;
    if (!($isTerminal ??= stream_isatty(STDERR)) || (!$isOver && microtime(true) < $next)) {
        return;
    }
    $next = microtime(true) + 0.1;
    $active = array_sum(array_map(fn($host) => $host->handles->lent(), $crawler->hosts));
    $failed = array_sum(array_map(fn($host) => count($host->failures), $crawler->hosts));
    fprintf(STDERR, $isOver ? "\r\e[K" : "\r\e[K%d of %d pages, %d on their way, %d failed", $crawler->done, $known, $active, $failed);
}

/** @return int exit status */
function print_table(Crawler $crawler, float $seconds): int
{
    $hosts = $crawler->hosts;
    $width = max(4, ...array_map(strlen(...), array_keys($hosts)));
    printf("%-{$width}s  %6s  %6s  %10s  %9s  %9s\n", 'Host', 'Pages', 'Failed', 'Bytes', 'Mean time', 'At a time');
    foreach ($hosts as $host) {
        printf("%-{$width}s  %6d  %6d  %10d  %6d ms  %9d\n", $host->address, $host->pages, count($host->failures), $host->bytes,
            $host->seconds / max(1, $host->pages) * 1000, $host->mostAtATime);
    }
    $failures = array_merge(...array_values(array_map(fn($host) => $host->failures, $hosts)));
    ksort($failures);
    echo $failures ? "\n" : '';
    foreach ($failures as $url => $reason) {
        echo "Failed: $url: $reason\n";
    }
    printf("\n%d pages of %d hosts, %d failed, %d forbidden, in %.2f s\n", $crawler->done, count($hosts), count($failures),
        $crawler->forbidden, $seconds);
    return $failures ? 1 : 0;
}

// ---- arguments ---------------------------------------------------------------------------------

/**
 * @param list<string> $arguments
 * @return array{help: bool, concurrency: int, per-host: int, delay: int, pages: int, timeout: float, urls: list<string>}
 */
function read_arguments(array $arguments): array
{
    $options = ['help' => false, 'concurrency' => 200, 'per-host' => 8, 'delay' => 0, 'pages' => 1000, 'timeout' => 20.0, 'urls' => []];
    $names = ['c' => 'concurrency', 'p' => 'per-host', 'd' => 'delay', 'n' => 'pages', 't' => 'timeout', 'h' => 'help'];
    while (($argument = array_shift($arguments)) !== null) {
        if (!preg_match('~^(?:-(\w)(.+)?|--([\w-]+)(?:=(.*))?)$~s', $argument, $match, PREG_UNMATCHED_AS_NULL)) {
            $options['urls'][] = preg_match('~^https?://[^/]+~i', $argument) ? $argument
                : throw new InvalidArgumentException("\"$argument\" is not a URL with http:// or https://");
            continue;
        }
        $name = $names[$match[1] ?? ''] ?? $match[3];
        if (!in_array($name, $names, true)) {
            throw new InvalidArgumentException("unknown option $argument");
        }
        if ($name === 'help') {
            $options['help'] = true;
            continue;
        }
        $value = $match[2] ?? $match[4] ?? array_shift($arguments) ?? throw new InvalidArgumentException("$argument needs a value");
        $least = ['delay' => 0, 'timeout' => 0.001][$name] ?? 1;
        if (!is_numeric($value) || $value < $least || $value > 1e6) {
            throw new InvalidArgumentException("--$name must be a number from $least on, not \"$value\"");
        }
        match ($name) {
            'timeout' => $options['timeout'] = (float) $value,
            'concurrency' => $options['concurrency'] = (int) $value,
            'per-host' => $options['per-host'] = (int) $value,
            'delay' => $options['delay'] = (int) $value,
            'pages' => $options['pages'] = (int) $value,
        };
    }
    return $options;
}

// ---- sites of the demonstration ----------------------------------------------------------------

/** @return list<string> their first pages */
function start_demo_sites(): array
{
    $urls = [];
    for ($site = 1; $site <= 3; $site++) {
        $listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 512]]))
            ?: throw new RuntimeException('the demonstration needs a port');
        $urls[] = 'http://' . stream_socket_get_name($listener, false) . '/';
        spawn(function () use ($listener) {
            while ($connection = stream_socket_accept($listener, -1)) {
                spawn('serve_demo', $connection);
            }
        });
    }
    return $urls;
}

/** @param resource $connection */
function serve_demo($connection): void
{
    while (preg_match('~^GET /(\S*)~', (string) fgets($connection), $match)) {
        while (trim((string) fgets($connection)) !== '');
        usleep(20_000 + crc32($match[1]) % 60_000);
        [$status, $type, $body] = match (true) {
            $match[1] === 'robots.txt' => ['200 OK', 'text/plain', "User-agent: *\nDisallow: /private/\n"],
            $match[1] === '' => ['200 OK', 'text/html', demo_links(range(1, 40)) . '<a href="/private/1">Private</a>'],
            $match[1] === 'page/13' => ['404 Not Found', 'text/html', 'Not here'],
            preg_match('~^page/(\d+)$~', $match[1], $page) === 1 => ['200 OK', 'text/html',
                "<h1>Page $page[1]</h1>" . demo_links([$page[1] % 100 + 1, $page[1] * 7 % 100 + 1])],
            default => ['404 Not Found', 'text/html', 'Not here'],
        };
        fwrite($connection, "HTTP/1.1 $status\r\nContent-Type: $type\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
    }
    fclose($connection);
}

/** @param array<int> $pages */
function demo_links(array $pages): string
{
    return implode(' ', array_map(fn($page) => "<a class=\"page\" href=\"/page/$page#top\">Page $page</a>", $pages));
}
