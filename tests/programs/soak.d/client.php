<?php
/*
 * The client of the soak: several requests at a time over plain HTTP/1.0, without any extension.
 */

/** One request under way. */
final class Exchange
{
    public string $answer = '';
    public readonly float $since;
    /** @param resource $stream */
    public function __construct(public readonly string $page, public readonly mixed $stream)
    {
        $this->since = microtime(true);
    }
}

final class Client
{
    /** @var array<int, Exchange> */
    private array $exchanges = [];
    public int $failures = 0;

    public function __construct(public string $address)
    {
    }

    public function count(): int
    {
        return count($this->exchanges);
    }

    public function begin(string $page): bool
    {
        $stream = @stream_socket_client("tcp://$this->address", $errno, $error, 10);
        if (!$stream) {
            $this->failures++;
            return false;
        }
        $body = str_contains($page, 'plain') ? str_repeat('body ', 2000) : '';
        fwrite($stream, ($body ? 'POST' : 'GET') . " /$page HTTP/1.0\r\nHost: soak\r\nContent-Length: " . strlen($body)
            . "\r\nContent-Type: text/plain\r\n\r\n$body");
        stream_set_blocking($stream, false);
        $this->exchanges[(int) $stream] = new Exchange($page, $stream);
        return true;
    }

    /** Close a connection before its answer has come. */
    public function abandon(): void
    {
        array_pop($this->exchanges);
    }

    /** @return Exchange[] those that are complete, after a wait of at most so many seconds */
    public function turn(float $seconds): array
    {
        $read = array_map(fn($exchange) => $exchange->stream, $this->exchanges);
        $write = $except = null;
        $over = [];
        if (!$read) {
            usleep((int) ($seconds * 1e6));
            return [];
        }
        stream_select($read, $write, $except, 0, (int) ($seconds * 1e6));
        foreach ($read as $stream) {
            $exchange = $this->exchanges[(int) $stream];
            $exchange->answer .= (string) fread($stream, 65536);
            if (feof($stream)) {
                $over[] = $exchange;
                unset($this->exchanges[(int) $stream]);
            }
        }
        foreach ($this->exchanges as $id => $exchange) {
            if (microtime(true) - $exchange->since > 60) {
                $exchange->answer = '(no answer within a minute)';
                $over[] = $exchange;
                unset($this->exchanges[$id]);
            }
        }
        return $over;
    }
}

/** An answer without what differs from one to the next. */
function normal(string $answer): string
{
    $answer = preg_replace('~^(Date|Server|Host|Connection|X-Powered-By|Vary|Content-Length|Set-Cookie: PHPSESSID).*\r\n~mi', '', $answer);
    return preg_replace('~^HTTP/1\.[01]~', 'HTTP', $answer);
}
