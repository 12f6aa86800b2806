<?php
/* Which descriptors this process has: to find out which are too many. */
final class Descriptors
{
    /** States of /proc/net/tcp. */
    private const STATES = ['01' => '', '02' => ' connecting', '04' => ' closing', '05' => ' closing', '06' => ' closing', '07' => ' closed',
        '08' => ' left by the server', '0A' => ' listening'];

    /** @var array<string, string> names of sockets that there are */
    private array $names_of = [];

    /** @param array<int, string> $names of ports */
    public function __construct(private readonly array $names)
    {
    }

    public function count(): int
    {
        // Without that of the look itself.
        return count(scandir('/proc/self/fd')) - 3;
    }

    /** The kernel does not know any more to whom one was connected that was reset: to be asked now and then. */
    public function remember(): void
    {
        $there = array_flip(array_map(fn($number) => (string) @readlink("/proc/self/fd/$number"), scandir('/proc/self/fd')));
        $this->names_of = array_intersect_key(array_map($this->name(...), self::sockets()) + $this->names_of, $there);
    }

    /** @param array{int, int, string, string} $socket */
    private function name(array $socket): string
    {
        [, $port, $state] = $socket;
        return ($this->names[$port] ?? $port) . (self::STATES[$state] ?? " $state");
    }

    /** @return array<string, int> how many of which kind */
    public function kinds(): array
    {
        $sockets = self::sockets();
        preg_match_all('~^\w+: (?:\S+ +){5}(\d+)~m', file_get_contents('/proc/net/unix'), $unix);
        $unix = array_flip($unix[1]);
        $kinds = [];
        foreach (scandir('/proc/self/fd') as $number) {
            $link = (string) @readlink("/proc/self/fd/$number");
            if ($link === '' || str_starts_with($link, '/proc/')) {
                continue;
            }
            if ($socket = $sockets[$link] ?? null) {
                $link = $this->name($socket);
            } elseif (preg_match('/^socket:\[(\d+)\]$/', $link, $match)) {
                $link = isset($unix[$match[1]]) ? 'unix socket' : 'reset, was ' . ($this->names_of[$link] ?? 'not seen');
            }
            $kind = preg_replace('/:\[\d+\]$/', '', $link);
            $kinds[$kind] = ($kinds[$kind] ?? 0) + 1;
        }
        ksort($kinds);
        return $kinds;
    }

    /** What the kernel says about a descriptor: local and remote port, state, bytes not sent and not read. */
    public static function describe(int $number): array
    {
        $link = (string) @readlink("/proc/self/fd/$number");
        [$local, $remote, $state, $queues] = self::sockets()[$link] ?? [null, null, null, null];
        return $local ? ['ports' => "$local $remote", 'state' => $state, 'queues' => $queues] : ['socket' => $link];
    }

    /** @return array<string, array{int, int, string, string}> local and remote port, state, queues of each TCP socket */
    private static function sockets(): array
    {
        $sockets = [];
        foreach (file('/proc/net/tcp') as $line) {
            $words = preg_split('/\s+/', trim($line));
            $port = fn(string $address) => (int) hexdec(substr($address, 9));
            $sockets["socket:[$words[9]]"] = [$port($words[1]), $port($words[2]), $words[3], $words[4]];
        }
        return $sockets;
    }
}
