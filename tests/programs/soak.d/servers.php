<?php
/*
 * The servers of the soak: how each is started, reloaded and stopped, and which of its processes run PHP code.
 */

function free_address(): string
{
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    return stream_socket_get_name($socket, false);
}

/** @return int[] the children of a process */
function children_of(int $pid): array
{
    return array_map(intval(...), preg_split('/\s+/', (string) @file_get_contents("/proc/$pid/task/$pid/children"), -1, PREG_SPLIT_NO_EMPTY));
}

abstract class Server
{
    public string $address;
    /** @var resource[] */
    protected array $processes = [];

    /** @param string[] $settings for php.ini */
    public function __construct(protected string $folder, protected string $pages, protected array $settings)
    {
        @mkdir($folder, recursive: true);
        $this->address = free_address();
    }

    /** What this server needs is not there: why. */
    abstract public static function missing(): ?string;
    /** @param int $requests after which a worker ends; 0: it stays */
    abstract public function start(int $requests): void;
    abstract public function reload(): bool;
    abstract public function stop(): void;
    /** @return int[] */
    abstract public function workers(): array;

    /** @param string[] $command */
    protected function run(array $command): int
    {
        $log = ['file', "$this->folder/log", 'a'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->folder);
        $this->processes[] = $process;
        return proc_get_status($process)['pid'];
    }

    public function wait_until_ready(): void
    {
        for ($i = 0; $i < 200; $i++) {
            if ($socket = @stream_socket_client("tcp://$this->address", timeout: 1)) {
                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException(get_class($this) . ' does not start: ' . @file_get_contents("$this->folder/log"));
    }

    /** Have all processes ended within so many seconds? */
    public function has_ended(float $seconds): bool
    {
        for ($end = microtime(true) + $seconds; microtime(true) < $end; usleep(50_000)) {
            $running = array_filter($this->processes, fn($process) => proc_get_status($process)['running']);
            if (!$running) {
                return true;
            }
        }
        return false;
    }

    public function kill(): void
    {
        foreach ($this->processes as $process) {
            $status = proc_get_status($process);
            foreach ($status['running'] ? [...children_of($status['pid']), $status['pid']] : [] as $one) {
                posix_kill($one, SIGKILL);
            }
            proc_close($process);
        }
        $this->processes = [];
    }

    protected function ini(): string
    {
        return implode('', array_map(fn($setting) => "$setting\n", $this->settings));
    }

    /** The settings as options of a command. */
    protected function options(): array
    {
        return array_merge(...array_map(fn($setting) => ['-d', $setting], $this->settings));
    }
}

/** The server of php itself. */
final class Builtin extends Server
{
    public static function missing(): ?string
    {
        return null;
    }

    public function start(int $requests): void
    {
        putenv('PHP_CLI_SERVER_WORKERS=4');
        $this->run([PHP, '-n', ...$this->options(), '-S', $this->address, '-t', $this->pages]);
        putenv('PHP_CLI_SERVER_WORKERS');
        $this->wait_until_ready();
    }

    public function reload(): bool
    {
        return false;
    }

    public function stop(): void
    {
        $pid = proc_get_status($this->processes[0])['pid'];
        foreach ([...children_of($pid), $pid] as $one) {
            posix_kill($one, SIGINT);
        }
    }

    public function workers(): array
    {
        return children_of(proc_get_status($this->processes[0])['pid']);
    }
}

/** PHP-FPM behind nginx. */
final class Fpm extends Server
{
    private int $master;

    public static function missing(): ?string
    {
        return !is_executable(FPM) ? 'php-fpm is missing' : (trim((string) shell_exec('command -v nginx')) ? null : 'nginx is missing');
    }

    public function start(int $requests): void
    {
        $user = posix_geteuid() ? '' : "user = root\ngroup = root\n";
        file_put_contents("$this->folder/fpm.conf", "[global]\nerror_log = $this->folder/fpm.log\nprocess_control_timeout = 10\n"
            . "[www]\n{$user}listen = $this->folder/fpm.sock\nlisten.backlog = 511\nlisten.mode = 0666\npm = static\npm.max_children = 4\n"
            . "clear_env = no\ncatch_workers_output = yes\npm.max_requests = $requests\nsecurity.limit_extensions = .php\n");
        $this->master = $this->run([FPM, '-n', '-R', '-F', '-y', "$this->folder/fpm.conf", ...$this->options()]);
        for ($i = 0; $i < 200 && !file_exists("$this->folder/fpm.sock"); $i++) {
            usleep(50_000);
        }
        file_put_contents("$this->folder/nginx.conf", <<<CONF
            daemon off;
            worker_processes 1;
            error_log $this->folder/nginx.log;
            pid $this->folder/nginx.pid;
            events { worker_connections 500; }
            http {
                access_log off;
                client_body_temp_path $this->folder/body;
                fastcgi_temp_path $this->folder/fastcgi;
                proxy_temp_path $this->folder/proxy;
                uwsgi_temp_path $this->folder/uwsgi;
                scgi_temp_path $this->folder/scgi;
                server {
                    listen $this->address backlog=511;
                    root $this->pages;
                    location / {
                        fastcgi_pass unix:$this->folder/fpm.sock;
                        fastcgi_read_timeout 60;
                        fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
                        fastcgi_param REQUEST_METHOD \$request_method;
                        fastcgi_param QUERY_STRING \$query_string;
                        fastcgi_param CONTENT_TYPE \$content_type;
                        fastcgi_param CONTENT_LENGTH \$content_length;
                        fastcgi_param SERVER_PROTOCOL \$server_protocol;
                    }
                }
            }
            CONF);
        $this->run(['nginx', '-c', "$this->folder/nginx.conf", '-p', $this->folder]);
        $this->wait_until_ready();
    }

    public function reload(): bool
    {
        return posix_kill($this->master, SIGUSR2);
    }

    public function stop(): void
    {
        posix_kill($this->master, SIGQUIT);
    }

    public function has_ended(float $seconds): bool
    {
        for ($end = microtime(true) + $seconds; microtime(true) < $end; usleep(50_000)) {
            if (!proc_get_status($this->processes[0])['running']) {
                posix_kill(proc_get_status($this->processes[1])['pid'], SIGTERM);
                return parent::has_ended(10);
            }
        }
        return false;
    }

    public function workers(): array
    {
        return children_of($this->master);
    }
}

/** Apache with PHP as a module, one request in each process. */
final class Apache extends Server
{
    private const MODULES = '/usr/lib/apache2/modules';
    private int $master;

    public static function missing(): ?string
    {
        return match (true) {
            !is_executable('/usr/sbin/apache2') => 'apache2 is missing',
            !file_exists(self::MODULES . '/libphp' . PHP_SHORT . '.so') => 'libapache2-mod-php is missing',
            default => null,
        };
    }

    public function start(int $requests): void
    {
        $modules = self::MODULES;
        $module = "$modules/libphp" . PHP_SHORT . '.so';
        $user = posix_geteuid() ? '' : "User www-data\nGroup www-data\n";
        file_put_contents("$this->folder/php.ini", $this->ini());
        file_put_contents("$this->folder/apache.conf", <<<CONF
            ServerRoot $this->folder
            ServerName soak
            Listen $this->address
            PidFile $this->folder/apache.pid
            Mutex file:$this->folder
            ErrorLog $this->folder/apache.log
            LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so
            LoadModule authz_core_module $modules/mod_authz_core.so
            LoadModule php_module $module
            {$user}PHPIniDir $this->folder
            DocumentRoot $this->pages
            ServerLimit 4
            StartServers 4
            MaxRequestWorkers 4
            MinSpareServers 4
            MaxSpareServers 4
            MaxConnectionsPerChild $requests
            GracefulShutdownTimeout 10
            KeepAlive Off
            <FilesMatch "\\.php$">
                SetHandler application/x-httpd-php
            </FilesMatch>
            CONF);
        // It ends its whole process group.
        $this->master = $this->run(['setsid', '/usr/sbin/apache2', '-f', "$this->folder/apache.conf", '-D', 'FOREGROUND']);
        $this->wait_until_ready();
    }

    public function reload(): bool
    {
        return posix_kill($this->master, SIGUSR1);
    }

    public function stop(): void
    {
        posix_kill($this->master, SIGWINCH);
    }

    public function workers(): array
    {
        return children_of($this->master);
    }
}
