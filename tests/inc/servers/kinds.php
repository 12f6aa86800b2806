<?php
/*
 * How each kind of server is started, and the check that it is ready. A new kind is a class here and a name in
 * server_kind().
 */

/**
 * @param string $folder the folder of its files; '' to ask whether it is installed
 * @param bool $durable confirmed data must survive, also when the server is killed
 */
function server_kind(string $kind, string $folder, bool $durable = false): Server_Kind
{
    require_once __DIR__ . "/$kind.php";
    return new ("Server_$kind")($folder, $durable);
}

/** The first of these programs that exists, also in the usual system folders; patterns are allowed. */
function server_program(string ...$names): ?string
{
    $places = [...explode(':', (string) getenv('PATH')), '/usr/sbin', '/usr/local/sbin', '/sbin'];
    foreach ($names as $name) {
        foreach ($name[0] === '/' ? [''] : $places as $place) {
            $found = $name[0] === '/' ? glob($name) : ["$place/$name"];
            if ($found && is_executable(end($found))) {
                return end($found);
            }
        }
    }
    return null;
}

/** A process and all its descendants. */
function server_processes(int $pid): array
{
    $children = [];
    foreach (glob('/proc/[0-9]*/stat') as $file) {
        if (preg_match('/^(\d+) \(.*\) \S (\d+) /s', (string) @file_get_contents($file), $match)) {
            $children[$match[2]][] = (int) $match[1];
        }
    }
    for ($all = [$pid], $i = 0; $i < count($all); $i++) {
        array_push($all, ...$children[$all[$i]] ?? []);
    }
    return $all;
}

/** Does it live? A zombie counts as living while one of its threads has not closed its files. */
function server_alive(int $pid): bool
{
    foreach (glob("/proc/$pid/task/*/stat") as $file) {
        if (preg_match('/\) [^ZX] /', (string) @file_get_contents($file))) {
            return true;
        }
    }
    return false;
}

abstract class Server_Kind
{
    /** The signal that ends it without leaving anything behind; its data do not matter. */
    protected const END = 9;
    /** Names of ports that address() has. */
    protected const PORTS = ['port'];
    /** Seconds until it must be ready. */
    protected const PATIENCE = 50;

    /** @var array<string, int> */
    protected array $ports = [];
    /** @var list<resource> the server itself first */
    private array $processes = [];
    private int $pid = 0;
    protected string $data;

    public function __construct(protected readonly string $folder, protected readonly bool $durable)
    {
        $this->data = "$folder/data";
        if ($folder !== '') {
            $this->newPorts();
        }
    }

    /** The program that is not installed, NULL if all are. */
    abstract public function missing(): ?string;

    /** Make the files that it needs in its folder. */
    public function prepare(): void
    {
    }

    /** @return list<list<string>> command lines of the server and of its helpers */
    abstract protected function commands(): array;

    /** Does it answer? */
    abstract protected function isReady(): bool;

    /** More of what server() returns. */
    protected function more(): array
    {
        return [];
    }

    /** Environment of the server. */
    protected function environment(): array
    {
        return ['PATH' => '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME' => $this->data, 'LC_ALL' => 'C'];
    }

    public function address(): array
    {
        return ['host' => '127.0.0.1'] + $this->ports + $this->more() + ['folder' => $this->folder, 'pid' => $this->pid];
    }

    /** Start it and wait; false if it did not become ready. */
    public function start(): bool
    {
        foreach ($this->commands() as $command) {
            // The server dies with its guardian, however the guardian ends.
            $die = ['setpriv', '--pdeathsig', 'KILL'];
            $log = ['file', "$this->folder/log", 'a'];
            $this->processes[] = proc_open([...$die, ...$command], [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->data,
                $this->environment());
        }
        $this->pid = proc_get_status($this->processes[0])['pid'];
        $deadline = microtime(true) + static::PATIENCE;
        while (!$this->isReady()) {
            if (!$this->isRunning() || microtime(true) > $deadline) {
                return false;
            }
            usleep(30000);
        }
        return true;
    }

    public function isRunning(): bool
    {
        return $this->processes && proc_get_status($this->processes[0])['running'];
    }

    public function stop(): void
    {
        foreach ($this->processes as $process) {
            $all = server_processes(proc_get_status($process)['pid']);
            // A stopped process would not see the signal.
            proc_terminate($process, static::END);
            exec('kill -CONT ' . implode(' ', $all) . ' 2>/dev/null');
            for ($i = 0; $i < 500 && proc_get_status($process)['running']; $i++) {
                usleep(10000);
            }
            exec('kill -KILL ' . implode(' ', $all) . ' 2>/dev/null');
            proc_close($process);
        }
        $this->processes = [];
    }

    /** Free ports, below those that the kernel gives to connections. */
    public function newPorts(): void
    {
        foreach (static::PORTS as $name) {
            do {
                $port = random_int(20000, 32000);
                $free = @stream_socket_server("tcp://127.0.0.1:$port");
            } while (!$free);
            fclose($free);
            $this->ports[$name] = $port;
        }
    }

    /** Run a program to its end. */
    protected function run(array $command): void
    {
        $log = ['file', "$this->folder/log", 'a'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->data, $this->environment());
        if (proc_close($process) !== 0) {
            throw new RuntimeException(implode(' ', $command) . ' failed');
        }
    }

    /** The first bytes of the answer to a request at the unix socket or port of this name; '' if there is none. */
    protected function ask(string $where, string $what = ''): string
    {
        $target = isset($this->ports[$where]) ? 'tcp://127.0.0.1:' . $this->ports[$where] : "unix://$where";
        $connection = @stream_socket_client($target, $code, $message, 2);
        if (!$connection) {
            return '';
        }
        stream_set_timeout($connection, 2);
        @fwrite($connection, $what);
        return (string) @fread($connection, 100);
    }

    /**
     * The id of the user for a program that refuses to run as root; NULL if the program accepts this user. Not the
     * name: chown() of a debug ZTS build of PHP finds no names.
     */
    protected function otherUser(string ...$names): ?int
    {
        if (!$this->isRoot()) {
            return null;
        }
        $users = (string) @file_get_contents('/etc/passwd');
        foreach ([...$names, 'nobody'] as $name) {
            if (preg_match("/^$name:[^:]*:(\d+):/m", $users, $match)) {
                return (int) $match[1];
            }
        }
        return null;
    }

    protected function isRoot(): bool
    {
        return preg_match('/^Uid:\s+\d+\s+0\s/m', (string) @file_get_contents('/proc/self/status')) === 1;
    }

    /**
     * A new self-signed certificate for 127.0.0.1 and localhost in data/server.crt, its key in data/server.key. False
     * if this PHP cannot make any.
     */
    protected function makeCertificate(): bool
    {
        if (!extension_loaded('openssl')) {
            return false;
        }
        file_put_contents("$this->data/openssl.cnf", "[req]\ndistinguished_name = dn\n[dn]\n[v3]\nbasicConstraints = critical,CA:TRUE\n"
            . "subjectAltName = DNS:localhost,IP:127.0.0.1\n");
        $options = ['config' => "$this->data/openssl.cnf", 'digest_alg' => 'sha256', 'x509_extensions' => 'v3'];
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_RSA, 'private_key_bits' => 2048] + $options);
        $request = openssl_csr_new(['commonName' => 'localhost'], $key, $options);
        $certificate = openssl_csr_sign($request, null, $key, 30, $options, random_int(1, PHP_INT_MAX));
        return openssl_x509_export_to_file($certificate, "$this->data/server.crt")
            && openssl_pkey_export_to_file($key, "$this->data/server.key", null, $options) && chmod("$this->data/server.key", 0600);
    }

    protected function certificate(): array
    {
        return is_file("$this->data/server.crt") ? ['certificate' => "$this->data/server.crt"] : [];
    }
}
