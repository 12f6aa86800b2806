<?php
/* Servers, the ways to them (proxy.php), and what goes wrong with both. */

/* What goes wrong, and how often in comparison. */
const TROUBLES = ['kill' => 12, 'pause' => 18, 'reset' => 20, 'cut' => 20, 'close' => 8, 'stall' => 12, 'drip' => 7,
    'refuse' => 3];
const LONGEST_PAUSE = 10.0;
/* Servers that take many seconds to start are killed in one of this number of cases; otherwise only their service is
 * stopped, if they have a "control". */
const SLOW_STARTERS = ['amqp' => 12];

final class Troubles
{
    /** @var array<string, array> by kind: what server_private() has returned, and "ways": ports of the proxy by name */
    public array $servers = [];
    /** @var array<string, int> how often what has happened */
    public array $counts = [];
    /** @var array<string, string> what is not well, by kind: paused, dead, starting, stopped */
    private array $ill = [];
    /** @var array<array{float, Closure}> what is to be done when */
    private array $plan = [];
    private $proxy;
    private $proxyInput;

    /**
     * @param string[] $kinds of servers
     * @param string $folder for what is said
     * @param Closure(string) $log
     */
    public function __construct(array $kinds, private readonly string $folder, private readonly Closure $log)
    {
        foreach ($kinds as $kind) {
            if ($missing = server_kind(KINDS[$kind], '')->missing()) {
                echo "without $kind: no $missing\n";
                continue;
            }
            $this->servers[$kind] = server_private(KINDS[$kind], durable: true);
        }
        $this->startProxy();
    }

    private function startProxy(): void
    {
        $targets = [];
        foreach ($this->servers as $kind => $server) {
            $targets[$kind] = "127.0.0.1:$server[port]";
            if (isset($server['tls_port'])) {
                $targets["{$kind}_tls"] = "127.0.0.1:$server[tls_port]";
            }
        }
        $command = [PHP_BINARY, '-n', '-d', 'display_errors=stderr',
            ...extension_loaded('sockets') ? [] : ['-d', 'extension=sockets'],
            __DIR__ . '/proxy.php', json_encode($targets)];
        $errors = ['file', "$this->folder/proxy.log", 'a'];
        $this->proxy = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], $errors], $pipes);
        [$this->proxyInput, $answer] = $pipes;
        $ports = json_decode((string) fgets($answer), true)
            ?? fail('the proxy does not start: ' . file_get_contents("$this->folder/proxy.log"));
        foreach ($this->servers as $kind => $server) {
            $this->servers[$kind]['ways'] = $ports;
        }
    }

    /** What was planned for this moment. To be called all the time. */
    public function pass(): void
    {
        foreach ($this->plan as $key => [$when, $do]) {
            if (microtime(true) >= $when) {
                unset($this->plan[$key]);
                $do();
            }
        }
    }

    /** Something goes wrong now, or not: with a server that is ill already. */
    public function make(): void
    {
        $kind = array_rand($this->servers);
        $number = mt_rand(1, array_sum(TROUBLES));
        for ($what = array_key_first(TROUBLES); ($number -= TROUBLES[$what]) > 0;) {
            $what = array_keys(TROUBLES)[array_search($what, array_keys(TROUBLES), true) + 1];
        }
        $what = $this->instead($what, $kind);
        if (isset($this->ill[$kind]) || $what === null) {
            return;
        }
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
        // Mostly short, sometimes long.
        $seconds = mt_rand(0, 4) ? mt_rand(20, 1500) / 1000 : mt_rand(1500, (int) (LONGEST_PAUSE * 1000)) / 1000;
        ($this->log)("$what $kind" . (in_array($what, ['pause', 'stall', 'drip', 'refuse'], true) ? " for $seconds s" : ''));
        match ($what) {
            'kill' => $this->kill($kind),
            'stop' => $this->stopService($kind),
            'dismiss' => $this->dismiss($kind),
            'pause' => $this->pause($kind, $seconds),
            default => $this->disturb(['do' => $what, 'way' => $this->way($kind), 'share' => mt_rand(1, 10) / 10,
                'seconds' => min($seconds, $what === 'refuse' ? 1 : LONGEST_PAUSE)]),
        };
    }

    /** What is done with such a server when this was chosen; null: nothing. */
    private function instead(string $what, string $kind): ?string
    {
        $has_control = isset($this->servers[$kind]['control']);
        if ($what === 'kill' && mt_rand(1, SLOW_STARTERS[$kind] ?? 1) > 1) {
            return $has_control ? 'stop' : null;
        }
        return $what === 'close' && $has_control && mt_rand(0, 1) ? 'dismiss' : $what;
    }

    private function way(string $kind): string
    {
        return isset($this->servers[$kind]['tls_port']) && mt_rand(0, 2) === 0 ? "{$kind}_tls" : $kind;
    }

    private function disturb(array $command): void
    {
        if (!@fwrite($this->proxyInput, json_encode($command) . "\n")) {
            fail('the proxy has ended: ' . file_get_contents("$this->folder/proxy.log"));
        }
    }

    private function kill(string $kind): void
    {
        $this->ill[$kind] = 'dead';
        server_signal($this->servers[$kind], 9);
        $this->after(mt_rand(0, 2000) / 1000, fn() => $this->revive($kind));
    }

    /** As server_again(), without waiting. */
    private function revive(string $kind): void
    {
        $server = $this->servers[$kind];
        $there = server_at($server['folder']);
        if ($this->ill[$kind] === 'dead') {
            if (!$there || $there['pid'] !== $server['pid']) {
                file_put_contents("$server[folder]/again", '');
                $this->ill[$kind] = 'starting';
            }
        } elseif ($there) {
            if ($there['port'] !== $server['port']) {
                fail("$kind has started at another port");
            }
            $this->servers[$kind] = $there + $server;
            $this->isWell($kind);
            return;
        } elseif (is_file("$server[folder]/failed")) {
            fail("$kind does not start again: " . file_get_contents("$server[folder]/failed"));
        }
        $this->after(0.02, fn() => $this->revive($kind));
    }

    /** It ends all connections and listens no more; its process stays, so that it is back soon. */
    private function stopService(string $kind): void
    {
        $this->ill[$kind] = 'stopped';
        $start = fn() => $this->control($kind, 'rabbit start []', fn() => $this->isWell($kind));
        $this->control($kind, 'rabbit stop []', fn() => $this->after(mt_rand(0, 2000) / 1000, $start));
    }

    /** It tells all its clients to go, by its protocol. */
    private function dismiss(string $kind): void
    {
        $this->ill[$kind] = 'busy';
        $this->control($kind, 'rabbit_networking close_all_connections ["chaos"]', fn() => $this->isWell($kind));
    }

    /** Have a server call a function of its own, and then do something, without waiting. */
    private function control(string $kind, string $call, Closure $then): void
    {
        $log = ['file', "$this->folder/control.log", 'a'];
        $process = proc_open([...$this->servers[$kind]['control'], $call], [['file', '/dev/null', 'r'], $log, $log], $pipes);
        $look = function () use ($process, $then, $call, &$look) {
            $state = proc_get_status($process);
            if ($state['running']) {
                $this->after(0.02, $look);
            } elseif ($state['exitcode'] !== 0) {
                fail("$call: " . file_get_contents("$this->folder/control.log"));
            } else {
                $then();
            }
        };
        $look();
    }

    private function pause(string $kind, float $seconds): void
    {
        $this->ill[$kind] = 'paused';
        server_signal($this->servers[$kind], 19);
        $this->after($seconds, function () use ($kind) {
            server_signal($this->servers[$kind], 18);
            unset($this->ill[$kind]);
        });
    }

    private function isWell(string $kind): void
    {
        unset($this->ill[$kind]);
        ($this->log)("$kind is back");
    }

    private function after(float $seconds, Closure $do): void
    {
        $this->plan[] = [microtime(true) + $seconds, $do];
    }

    /** Let everything through. Servers need their time: areOver(). */
    public function heal(): void
    {
        $this->disturb(['do' => 'heal']);
    }

    /** Are all servers well? */
    public function areOver(): bool
    {
        return !$this->ill;
    }

    public function stop(): void
    {
        fclose($this->proxyInput);
        proc_close($this->proxy);
        if ($log = file_get_contents("$this->folder/proxy.log")) {
            echo "the proxy says:\n$log\n";
        }
        // Their guardians would see it when this process has ended; paused ones cannot.
        foreach ($this->servers as $server) {
            server_signal($server, 9);
        }
    }
}
