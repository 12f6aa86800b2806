<?php
/* A MariaDB server for the demonstration. */
declare(strict_types=1);

/** @return string a folder with the server's "socket". The server and its data end with this process. */
function start_server(): string
{
    $folder = sys_get_temp_dir() . '/laravel-requests-' . getmypid();
    mkdir($folder, 0755);
    $server = null;
    register_shutdown_function(function () use (&$server, $folder) {
        if ($server !== null) {
            proc_terminate($server);
            proc_close($server);
        }
        exec('rm -rf ' . escapeshellarg($folder));
    });
    $common = ["--datadir=$folder/data", "--tmpdir=$folder", ...trim((string) shell_exec('id -u')) === '0' ? ['--user=root'] : []];
    $install = [find_program('mariadb-install-db'), '--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db'];
    if (proc_close(start([...$install, ...$common], "$folder/log")) !== 0) {
        exit("mariadb-install-db has failed:\n" . file_get_contents("$folder/log"));
    }
    $server = start([find_program('mariadbd'), '--no-defaults', '--skip-networking', "--socket=$folder/socket", "--pid-file=$folder/pid",
        '--skip-log-bin', '--max-connections=300', '--back-log=300', ...$common], "$folder/log");
    for ($try = 1; ; $try++) {
        try {
            (new PDO("mysql:unix_socket=$folder/socket", 'root'))->exec('CREATE DATABASE demo');
            return $folder;
        } catch (PDOException $exception) {
            if ($try === 600) {
                throw $exception;
            }
            usleep(50_000);
        }
    }
}

/** @return resource */
function start(array $command, string $log): mixed
{
    return proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']], $pipes);
}

function find_program(string $name): string
{
    foreach (explode(':', getenv('PATH') . ':/usr/local/bin:/usr/bin:/usr/sbin:/opt/homebrew/bin') as $folder) {
        if (is_executable("$folder/$name")) {
            return "$folder/$name";
        }
    }
    exit("there is no $name here; Debian has it in mariadb-server\n");
}
