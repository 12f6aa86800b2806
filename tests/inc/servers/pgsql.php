<?php
/*
 * PostgreSQL. user, password: superuser. database. socket_folder: "host" for connections through its unix socket.
 * certificate: TLS at the same port.
 */
final class Server_pgsql extends Server_Kind
{
    // Otherwise it leaves shared memory behind.
    protected const END = 3;

    public function missing(): ?string
    {
        return $this->program('postgres') && $this->program('initdb') ? null : 'postgres';
    }

    private function program(string $name): ?string
    {
        return server_program("/usr/lib/postgresql/*/bin/$name", $name);
    }

    /** It does not run as root. */
    private function asUser(): array
    {
        $user = $this->otherUser('postgres');
        return $user ? ['setpriv', "--reuid=$user", '--regid=' . filegroup("$this->data/db"), '--clear-groups', '--pdeathsig', 'KILL'] : [];
    }

    public function prepare(): void
    {
        mkdir("$this->data/db", 0700);
        mkdir("$this->data/sockets", 0755);
        file_put_contents("$this->data/password", "secret\n");
        $this->makeCertificate();
        if ($user = $this->otherUser('postgres')) {
            foreach (array_filter(['db', 'sockets', 'password', 'server.key'], fn($file) => file_exists("$this->data/$file")) as $file) {
                chown("$this->data/$file", $user);
            }
        }
        $this->run([...$this->asUser(), $this->program('initdb'), '--no-sync', '--no-instructions', '-D', "$this->data/db", '-U', 'async',
            '--auth=scram-sha-256', "--pwfile=$this->data/password", '-E', 'UTF8', '--locale=C']);
    }

    protected function commands(): array
    {
        // A killed server has left the file, which says "ready".
        @unlink("$this->data/db/postmaster.pid");
        $settings = ['listen_addresses' => '127.0.0.1', 'port' => $this->ports['port'], 'unix_socket_directories' => "$this->data/sockets",
            'fsync' => 'off', 'synchronous_commit' => $this->durable ? 'on' : 'off',
            'full_page_writes' => $this->durable ? 'on' : 'off', 'max_connections' => 300,
            'shared_buffers' => '16MB', 'autovacuum' => 'off', 'log_min_messages' => 'fatal'];
        if (is_file("$this->data/server.crt")) {
            $settings += ['ssl' => 'on', 'ssl_cert_file' => "$this->data/server.crt", 'ssl_key_file' => "$this->data/server.key"];
        }
        $options = [];
        foreach ($settings as $name => $value) {
            array_push($options, '-c', "$name=$value");
        }
        return [[...$this->asUser(), $this->program('postgres'), '-D', "$this->data/db", ...$options]];
    }

    protected function isReady(): bool
    {
        return preg_match('/^ready\s*$/m', (string) @file_get_contents("$this->data/db/postmaster.pid")) === 1;
    }

    protected function more(): array
    {
        return ['user' => 'async', 'password' => 'secret', 'database' => 'postgres', 'socket_folder' => "$this->data/sockets"]
            + $this->certificate();
    }
}
