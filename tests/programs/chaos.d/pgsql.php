<?php
/* PostgreSQL: PDO and pg_*, through the proxy, past it, by the unix socket, with TLS. */
final class PostgreSQL extends Database_Work
{
    protected function prepare(): void
    {
        $this->makeTables();
        $this->deeds = new Deeds($this->ledger, false);
    }

    protected function more(string $client, string $means): array
    {
        return (new Pgsql_Deeds($this->ledger))->of($client, $means);
    }

    protected function calmly(): Database
    {
        // The connection that was made last is kept for functions that are called without one.
        try {
            @pg_close();
        } catch (Error) {
        }
        return new Pdo_Database(new PDO('pgsql:' . $this->words($this->server['socket_folder'], $this->server['port'], 'disable'),
            options: $this->options()));
    }

    protected function others(): string
    {
        return "SELECT state, wait_event, query FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND application_name <> 'keeper'";
    }

    protected function keptOnes(): string
    {
        return "SELECT (state <> 'idle')::int FROM pg_stat_activity WHERE application_name = 'keeper'";
    }

    protected function connectors(): array
    {
        return ['PDO' => $this->connectPdo(...), 'pg' => $this->connectPg(...)];
    }

    protected function persistents(): array
    {
        return [
            'PDO' => fn(int $kind) => new Pdo_Database(new PDO('pgsql:' . $this->keptWords($kind),
                options: [PDO::ATTR_PERSISTENT => true] + $this->options())),
            'pg' => fn(int $kind) => new Pgsql_Database(pg_pconnect($this->keptWords($kind)) ?: throw new Refused('pg_pconnect')),
        ];
    }

    private function keptWords(int $kind): string
    {
        $server = $this->server;
        return 'application_name=keeper ' . match ($kind) {
            0 => $this->words('127.0.0.1', $server['ways']['pgsql'], 'disable'),
            1 => $this->words('127.0.0.1', $server['ways']['pgsql'], isset($server['certificate']) ? 'require' : 'disable'),
            2 => $this->words($server['socket_folder'], $server['port'], 'disable'),
        };
    }

    protected function makePooled(): Async\PooledPDO
    {
        return new Async\PooledPDO('pgsql:' . $this->words('127.0.0.1', $this->server['ways']['pgsql'], 'disable'),
            options: $this->options(), max: self::POOLED, checkInterval: 200);
    }

    private function options(): array
    {
        return [PDO::ATTR_STRINGIFY_FETCHES => true];
    }

    /** Others may hold a row as long as their connection is stalled. */
    private function words(string $host, int $port, string $tls): string
    {
        $server = $this->server;
        return "host=$host port=$port dbname=$server[database] user=$server[user] password=$server[password] connect_timeout=10"
            . " sslmode=$tls options='-c lock_timeout=3000'";
    }

    private function someWords(Worker $worker): string
    {
        if ($worker->chance(15)) {
            return $this->words($this->server['socket_folder'], $this->server['port'], 'disable');
        }
        $port = $worker->chance(75) ? $this->server['ways']['pgsql'] : $this->server['port'];
        return $this->words('127.0.0.1', $port, $worker->chance(25) && isset($this->server['certificate']) ? 'require' : 'disable');
    }

    private function connectPdo(Worker $worker): Database
    {
        return new Pdo_Database(new PDO('pgsql:' . $this->someWords($worker),
            options: [PDO::ATTR_EMULATE_PREPARES => $worker->chance(30)] + $this->options()));
    }

    private function connectPg(Worker $worker): Database
    {
        $connection = pg_connect($this->someWords($worker), PGSQL_CONNECT_FORCE_NEW);
        return new Pgsql_Database($connection ?: throw new Refused('pg_connect: ' . (error_get_last()['message'] ?? '')));
    }
}
