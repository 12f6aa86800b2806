<?php
/* OpenSSH by ext/ssh2, through the proxy and past it: commands, SFTP by functions and by URLs, scp, tunnels. */
final class Ssh2_Work extends Work
{
    public const WORKERS = 6;
    private string $folder;
    private ?Ssh2_Login $shared = null;

    protected function prepare(): void
    {
        $this->folder = "{$this->server['folder']}/files";
        mkdir($this->folder);
        chmod($this->folder, 0777);
    }

    public function open(): void
    {
    }

    public function choose(Worker $worker): array
    {
        $deed = $worker->pick(['exec', 'exec', 'functions', 'file', 'file', 'folder', 'urls', 'receive', 'tunnel']);
        $means = $worker->pick(['own', 'own', 'fresh', 'shared']);
        $do = fn(Ssh2_Login $login) => $this->$deed($login, $worker);
        $body = match ($means) {
            'own' => fn() => $this->withOwn($worker, $do),
            'fresh' => fn() => $do($this->login($worker)),
            'shared' => fn() => $this->withShared($worker, $do),
        };
        return ["SSH2 $means $deed", $body];
    }

    private function login(Worker $worker): Ssh2_Login
    {
        return new Ssh2_Login($this->server, $worker->chance(80) ? $this->server['ways']['ssh2'] : $this->server['port']);
    }

    private function withOwn(Worker $worker, Closure $do): void
    {
        try {
            $do($worker->own['ssh2'] ??= $this->login($worker));
        } catch (Exception $e) {
            unset($worker->own['ssh2']);
            throw $e;
        }
    }

    private function withShared(Worker $worker, Closure $do): void
    {
        $login = $this->shared ??= $this->login($worker);
        try {
            $do($login);
        } catch (Exception $e) {
            if ($this->shared === $login) {
                $this->shared = null;
            }
            throw $e;
        }
    }

    private function expect(mixed $expected, mixed $answer): void
    {
        if ($answer === false) {
            throw new Refused('false');
        }
        if ($answer !== $expected) {
            throw new Wrong('not the answer: ' . substr(json_encode($answer), 0, 200) . ' instead of '
                . substr(json_encode($expected), 0, 200));
        }
    }

    /** What ends early is no failure for stock PHP. */
    private function expectStart(string $expected, string|false $answer): void
    {
        $this->expect(substr($expected, 0, strlen((string) $answer)), $answer);
        strlen($answer) === strlen($expected) || throw new Refused('less');
    }

    private function exec(Ssh2_Login $login, Worker $worker): void
    {
        $token = $worker->token();
        $sleep = $worker->chance(30) ? 'sleep 0.' . $worker->between(1, 4) . '; ' : '';
        $stream = ssh2_exec($login->session, "{$sleep}echo $token") ?: throw new Refused('ssh2_exec');
        stream_set_blocking($stream, true);
        $this->expectStart("$token\n", stream_get_contents($stream));
    }

    private function functions(Ssh2_Login $login, Worker $worker): void
    {
        $name = $worker->token();
        $sftp = $login->sftp();
        $this->expect("/$name", ssh2_sftp_realpath($sftp, "/tmp/../$name"));
        $this->expect(true, ssh2_sftp_mkdir($sftp, "$this->folder/$name"));
        $this->expect(true, ssh2_sftp_rename($sftp, "$this->folder/$name", "$this->folder/$name-renamed"));
        $this->expect(0040000, (ssh2_sftp_stat($sftp, "$this->folder/$name-renamed")['mode'] ?? throw new Refused('stat')) & 0170000);
        $this->expect(true, ssh2_sftp_rmdir($sftp, "$this->folder/$name-renamed"));
    }

    private function file(Ssh2_Login $login, Worker $worker): void
    {
        $name = $worker->token();
        $text = str_repeat("$name\n", $worker->milliseconds(5000));
        $url = $login->url() . "$this->folder/$name";
        $written = file_put_contents($url, $text);
        $written !== false || throw new Refused('file_put_contents');
        $written === strlen($text) || throw new Refused('less');
        $file = fopen($url, 'r') ?: throw new Refused('fopen');
        $size = fstat($file)['size'] ?? throw new Refused('fstat');
        $this->expect(strlen($text), $size);
        $this->expect(0, fseek($file, -strlen("$name\n"), SEEK_END) === 0 ? 0 : false);
        $this->expectStart("$name\n", stream_get_contents($file));
        $this->expect(0, fseek($file, 0) === 0 ? 0 : false);
        $this->expectStart($text, stream_get_contents($file));
        fclose($file);
        $this->expect(true, ssh2_sftp_unlink($login->sftp(), "$this->folder/$name"));
    }

    private function folder(Ssh2_Login $login, Worker $worker): void
    {
        $name = $worker->token();
        mkdir("$this->folder/$name");
        touch("$this->folder/$name/$name");
        $names = scandir($login->url() . "$this->folder/$name");
        // One that ends early is no failure for stock PHP.
        $names === ['.', '..', $name] || array_diff((array) $names, ['.', '..', $name]) === [] && throw new Refused('less');
        $this->expect(['.', '..', $name], $names);
    }

    /** Each leaves the session of a URL open until the end of the request: stock PHP forgets to give it back. */
    private function urls(Ssh2_Login $login, Worker $worker): void
    {
        $own = $this->login($worker);
        $url = $own->url();
        try {
            $name = $worker->token();
            clearstatcache();
            mkdir("$url$this->folder/$name") || throw new Refused('mkdir');
            is_dir("$url$this->folder/$name") || throw new Refused('is_dir');
            rename("$url$this->folder/$name", "$url$this->folder/$name-renamed") || throw new Refused('rename');
            rmdir("$url$this->folder/$name-renamed") || throw new Refused('rmdir');
        } finally {
            $own->end();
        }
    }

    /** Not ssh2_scp_send(): when the connection is lost, stock PHP tries for ever to send the rest. */
    private function receive(Ssh2_Login $login, Worker $worker): void
    {
        $name = $worker->token();
        $text = str_repeat("$name\n", $worker->milliseconds(5000));
        file_put_contents("$this->folder/$name", $text);
        try {
            $this->expect(true, ssh2_scp_recv($login->session, "$this->folder/$name", "$this->folder/$name-received"));
            $this->expect($text, file_get_contents("$this->folder/$name-received"));
        } finally {
            @unlink("$this->folder/$name");
            @unlink("$this->folder/$name-received");
        }
    }

    private function tunnel(Ssh2_Login $login, Worker $worker): void
    {
        $stream = ssh2_tunnel($login->session, '127.0.0.1', $this->server['port']) ?: throw new Refused('ssh2_tunnel');
        stream_set_blocking($stream, true);
        $this->expectStart('SSH-2.0-', substr((string) fgets($stream), 0, 8));
    }

    public function close(): array
    {
        $this->shared = null;
        $worker = new Worker('judge', 0);
        try {
            $this->patiently(fn() => $this->exec($this->login($worker), $worker));
        } catch (Exception $e) {
            return ["SSH2 does not recover: {$e->getMessage()}"];
        } finally {
            exec('rm -rf ' . escapeshellarg($this->folder) . '/*');
        }
        return [];
    }
}

/** A session, logged in. */
final class Ssh2_Login
{
    /** @var resource */
    public $session;
    /** @var ?resource */
    private $sftp = null;

    public function __construct(array $server, int $port)
    {
        $this->session = ssh2_connect('127.0.0.1', $port) ?: throw new Refused('ssh2_connect');
        ssh2_auth_pubkey_file($this->session, $server['user'], $server['public_key'], $server['key'])
            || throw new Refused('ssh2_auth_pubkey_file');
    }

    /** @return resource */
    public function sftp()
    {
        if (!$this->sftp) {
            $sftp = ssh2_sftp($this->session) ?: throw new Refused('ssh2_sftp');
            $this->sftp ??= $sftp;
        }
        return $this->sftp;
    }

    public function url(): string
    {
        return 'ssh2.sftp://' . (int) $this->sftp();
    }

    public function end(): void
    {
        ssh2_disconnect($this->session);
    }
}
