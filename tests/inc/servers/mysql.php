<?php
/* MariaDB. user, password: has all privileges. socket. certificate: TLS at the same port. */
final class Server_mysql extends Server_Kind
{
    public function missing(): ?string
    {
        return server_program('mariadbd') ? (server_program('mariadb-install-db') ? null : 'mariadb-install-db') : 'mariadbd';
    }

    public function prepare(): void
    {
        $this->makeCertificate();
        file_put_contents("$this->data/init.sql", "DELETE FROM mysql.global_priv WHERE User = '';\nFLUSH PRIVILEGES;\n"
            . "CREATE OR REPLACE USER async@'%' IDENTIFIED BY 'secret';\nGRANT ALL ON *.* TO async@'%' WITH GRANT OPTION;\n");
        $this->run(array_merge([server_program('mariadb-install-db'), '--no-defaults', "--datadir=$this->data/db", '--skip-test-db',
            '--auth-root-authentication-method=normal'], $this->common()));
    }

    /** Names of temporary tables contain the process id: servers that start at once could clash in a shared folder. */
    private function common(): array
    {
        return ["--tmpdir=$this->data", '--innodb-log-file-size=8M', '--innodb-buffer-pool-size=24M', ...$this->isRoot() ? ['--user=root'] : []];
    }

    protected function commands(): array
    {
        return [array_merge([server_program('mariadbd'), '--no-defaults', "--datadir=$this->data/db", "--socket=$this->data/socket",
            '--bind-address=127.0.0.1', '--port=' . $this->ports['port'], "--pid-file=$this->data/pid", "--init-file=$this->data/init.sql",
            '--innodb-flush-log-at-trx-commit=' . ($this->durable ? 2 : 0),
            '--local-infile=1', '--skip-name-resolve', '--max-connections=500', '--skip-log-bin',
            "--secure-file-priv=$this->data", '--performance-schema=0', '--max-connect-errors=1000000', '--back-log=500',
            '--max-allowed-packet=64M'], $this->common(),
            is_file("$this->data/server.crt") ? ["--ssl-cert=$this->data/server.crt", "--ssl-key=$this->data/server.key"] : [])];
    }

    protected function isReady(): bool
    {
        return strlen($this->ask('port')) > 20;
    }

    protected function more(): array
    {
        return ['socket' => "$this->data/socket", 'user' => 'async', 'password' => 'secret'] + $this->certificate();
    }
}
