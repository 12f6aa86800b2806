<?php
/*
 * Ways to servers on which things go wrong: proxy.php JSON, with {"NAME": "HOST:PORT", …}. Prints the names with the ports
 * of this side, as JSON, and then does what it reads, a line of JSON for each command:
 *
 *   {"do": "reset", "way": NAME, "share": 0.5}      half of the connections end now, by RST on both sides
 *   {"do": "close", "way": NAME, "share": 0.5}      … as if the other side had closed them
 *   {"do": "cut", "way": NAME, "share": 0.5}        … by RST, in the middle of what the server says next
 *   {"do": "stall", "way": NAME, "seconds": 2}      nothing goes through for so long
 *   {"do": "drip", "way": NAME, "seconds": 2}       a few bytes at a time
 *   {"do": "refuse", "way": NAME, "seconds": 2}     new connections end by RST
 *   {"do": "heal"}                                  from now on all is well
 *   {"do": "target", "way": NAME, "to": "HOST:PORT"}
 *
 * Runs on stock PHP with ext/sockets, and ends when its input does.
 */

/* So many bytes are kept for a peer that does not read; then no more is read for it. */
const MOST_KEPT = 262144;
/* Seconds between the drops. */
const DRIP_PAUSE = 0.002;

/** A connection: both ends of it and what is on its way. */
final class Connection
{
    /** @var array{resource, resource} client, server */
    public array $streams;
    /** What waits to be written, to client and server. */
    public array $kept = ['', ''];
    public bool $connecting = true;
    /** So many more bytes of the server, and then a reset; null = no limit. */
    public ?int $left = null;

    public function __construct(public readonly string $way, $client, $server)
    {
        $this->streams = [$client, $server];
        foreach ($this->streams as $stream) {
            stream_set_blocking($stream, false);
            stream_set_read_buffer($stream, 0);
        }
    }

    public static function close($stream, bool $reset): void
    {
        // One that was reset by the other side already has no socket any more.
        if ($reset && $socket = @socket_import_stream($stream)) {
            socket_set_option($socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        }
        fclose($stream);
    }

    public function end(bool $reset): void
    {
        foreach ($this->streams as $stream) {
            self::close($stream, $reset);
        }
    }
}

final class Proxy
{
    /** @var array<string, resource> */
    private array $listeners = [];
    /** @var Connection[] */
    private array $connections = [];
    /** @var array<string, array<string, float>> when a disturbance of a way is over */
    private array $until = ['stall' => [], 'drip' => [], 'refuse' => []];
    private float $nextDrop = 0;

    /** @param array<string, string> $targets */
    public function __construct(private array $targets)
    {
        foreach ($targets as $way => $target) {
            $context = stream_context_create(['socket' => ['backlog' => 500, 'tcp_nodelay' => true]]);
            $this->listeners[$way] = stream_socket_server('tcp://127.0.0.1:0', context: $context);
            stream_set_blocking($this->listeners[$way], false);
        }
    }

    /** @return array<string, int> */
    public function ports(): array
    {
        return array_map(fn($listener) => (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), $this->listeners);
    }

    public function run(): void
    {
        stream_set_blocking(STDIN, false);
        while (true) {
            $read = ['input' => STDIN];
            $write = $except = [];
            $nap = 0.05;
            foreach ($this->listeners as $way => $listener) {
                $read["listen $way"] = $listener;
            }
            foreach ($this->connections as $id => $connection) {
                $nap = min($nap, $this->wishes($id, $connection, $read, $write));
            }
            stream_select($read, $write, $except, 0, (int) ($nap * 1e6));
            if (isset($read['input']) && !$this->obey()) {
                return;
            }
            foreach ($this->listeners as $way => $listener) {
                if (isset($read["listen $way"])) {
                    $this->accept($way);
                }
            }
            $drops = microtime(true) >= $this->nextDrop;
            foreach ($this->connections as $id => $connection) {
                $this->serve($id, $connection, $read, $write, $drops);
            }
            if ($drops) {
                $this->nextDrop = microtime(true) + DRIP_PAUSE;
            }
        }
    }

    /** Add the descriptors of a connection that the loop has to watch; returns how long it may sleep. */
    private function wishes(int $id, Connection $connection, array &$read, array &$write): float
    {
        if ($this->is('stall', $connection->way)) {
            return 0.02;
        }
        foreach ($connection->streams as $end => $stream) {
            if (strlen($connection->kept[1 - $end]) < MOST_KEPT && !($end && $connection->connecting)) {
                $read["$id $end"] = $stream;
            }
        }
        $drips = $this->is('drip', $connection->way);
        foreach ($connection->streams as $end => $stream) {
            if ($end && $connection->connecting || $connection->kept[$end] !== '' && !$drips) {
                $write["$id $end"] = $stream;
            }
        }
        return $drips && $connection->kept !== ['', ''] ? DRIP_PAUSE : 1;
    }

    private function serve(int $id, Connection $connection, array $read, array $write, bool $drops): void
    {
        if ($connection->connecting && isset($write["$id 1"])) {
            $connection->connecting = false;
            if (stream_socket_get_name($connection->streams[1], true) === false) {
                $this->end($id, true);
                return;
            }
        }
        $closed = false;
        foreach ([0, 1] as $end) {
            if (!isset($read["$id $end"])) {
                continue;
            }
            $bytes = @fread($connection->streams[$end], 65536);
            if ($end && $connection->left !== null) {
                $whole = strlen((string) $bytes);
                $bytes = $this->piece($connection, 0, (string) $bytes, $connection->left);
                $connection->left = strlen($bytes) < $whole ? 0 : max(0, $connection->left - $whole);
            }
            $connection->kept[1 - $end] .= $bytes;
            $closed = $closed || $bytes === '' && feof($connection->streams[$end]) || $bytes === false;
        }
        $drips = $this->is('drip', $connection->way);
        foreach ([0, 1] as $end) {
            if ($connection->kept[$end] === '' || $connection->connecting || $drips && !$drops || $this->is('stall', $connection->way)) {
                continue;
            }
            $sent = @fwrite($connection->streams[$end],
                $drips ? $this->piece($connection, $end, $connection->kept[$end], mt_rand(1, 60)) : $connection->kept[$end]);
            $closed = $closed || $sent === false;
            $connection->kept[$end] = substr($connection->kept[$end], (int) $sent);
        }
        if ($closed) {
            // The rest, as far as it goes at once.
            @fwrite($connection->streams[0], $connection->kept[0]);
            $this->end($id, false);
        } elseif ($connection->left === 0) {
            $this->end($id, true);
        }
    }

    private function accept(string $way): void
    {
        while ($client = @stream_socket_accept($this->listeners[$way], 0)) {
            $flags = STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT;
            $server = $this->is('refuse', $way) ? false : @stream_socket_client("tcp://{$this->targets[$way]}", $code, $text, 1, $flags);
            if ($server) {
                $this->connections[] = new Connection($way, $client, $server);
            } else {
                Connection::close($client, true);
            }
        }
    }

    /**
     * The beginning of it, of about that length. Of Redis only whole answers: phpredis 5, also without coroutines, takes a
     * line that was cut off for the whole answer, aborts when one character is left of it, and when the connection ends
     * between a length and the text, it connects again and waits there for the text.
     */
    private function piece(Connection $connection, int $end, string $bytes, int $length): string
    {
        if ($connection->way !== 'redis' || $end === 1) {
            return substr($bytes, 0, $length);
        }
        for ($at = 0; $at < $length && ($next = self::answerEnd($bytes, $at)) !== null;) {
            $at = $next;
        }
        return $at ? substr($bytes, 0, $at) : $bytes;
    }

    /** Where the answer of Redis ends that begins there; null if it does not end yet. */
    private static function answerEnd(string $bytes, int $at): ?int
    {
        $line = strpos($bytes, "\r\n", $at);
        if ($line === false) {
            return null;
        }
        $number = (int) substr($bytes, $at + 1, $line - $at - 1);
        $end = $line + 2;
        if ($bytes[$at] === '$' && $number >= 0) {
            $end += $number + 2;
        } elseif ($bytes[$at] === '*') {
            for (; $number > 0 && $end !== null; $number--) {
                $end = $end < strlen($bytes) ? self::answerEnd($bytes, $end) : null;
            }
        }
        return $end !== null && $end <= strlen($bytes) ? $end : null;
    }

    private function is(string $disturbance, string $way): bool
    {
        return ($this->until[$disturbance][$way] ?? 0) > microtime(true);
    }

    private function end(int $id, bool $reset): void
    {
        $this->connections[$id]->end($reset);
        unset($this->connections[$id]);
    }

    /** False when no peer is left. */
    private function obey(): bool
    {
        while (($line = fgets(STDIN)) !== false) {
            $command = json_decode($line, true);
            switch ($command['do']) {
                case 'reset':
                case 'close':
                case 'cut':
                    $this->strike($command);
                    break;
                case 'heal':
                    $this->until = ['stall' => [], 'drip' => [], 'refuse' => []];
                    break;
                case 'target':
                    $this->targets[$command['way']] = $command['to'];
                    break;
                default:
                    $this->until[$command['do']][$command['way']] = microtime(true) + $command['seconds'];
            }
        }
        return !feof(STDIN);
    }

    private function strike(array $command): void
    {
        foreach ($this->connections as $id => $connection) {
            if ($connection->way !== $command['way'] || mt_rand() / mt_getrandmax() > $command['share']) {
                continue;
            }
            if ($command['do'] === 'cut') {
                $connection->left = mt_rand(0, 3) ? mt_rand(1, 200) : mt_rand(200, 100_000);
            } else {
                $this->end($id, $command['do'] === 'reset');
            }
        }
    }
}

$proxy = new Proxy(json_decode($argv[1], true));
echo json_encode($proxy->ports()), "\n";
$proxy->run();
