<?php
/* MySQL: PDO and mysqli, through the proxy, past it, by the unix socket, with TLS. */
final class MySQL extends Database_Work
{
    public const EXPECTED = [Refused::class, PDOException::class, mysqli_sql_exception::class];
    private const DATABASE = 'chaos';
    /** Whose connections stay. */
    private const KEEPER = 'keeper';
    /** Others may hold a row as long as their connection is stalled. */
    private const SESSION = 'SET innodb_lock_wait_timeout = 3';

    protected function prepare(): void
    {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $server = $this->server;
        $pdo = new PDO("mysql:unix_socket=$server[socket]", $server['user'], $server['password']);
        $pdo->exec('CREATE DATABASE ' . self::DATABASE);
        $pdo->exec('GRANT ALL ON ' . self::DATABASE . '.* TO ' . self::KEEPER . " IDENTIFIED BY '$server[password]'");
        $this->makeTables();
        $this->deeds = new Deeds($this->ledger, true);
    }

    protected function more(string $client, string $means): array
    {
        return (new Mysql_Deeds($this->ledger))->of($client, $means);
    }

    protected function calmly(): Database
    {
        return new Pdo_Database($this->pdo("mysql:unix_socket={$this->server['socket']};dbname=" . self::DATABASE, []));
    }

    protected function others(): string
    {
        return "SELECT command, time, state, info FROM information_schema.processlist WHERE user = '{$this->server['user']}'
            AND id <> CONNECTION_ID()";
    }

    protected function keptOnes(): string
    {
        return "SELECT command <> 'Sleep' AS busy FROM information_schema.processlist WHERE user = '" . self::KEEPER . "'";
    }

    protected function connectors(): array
    {
        return ['PDO' => $this->connectPdo(...), 'mysqli' => $this->connectMysqli(...)];
    }

    protected function persistents(): array
    {
        return ['PDO' => $this->persistentPdo(...), 'mysqli' => $this->persistentMysqli(...)];
    }

    protected function cached(string $client): int
    {
        return $client === 'mysqli' ? mysqli_get_links_stats()['cached_plinks'] : 0;
    }

    private function persistentPdo(int $kind, Worker $worker): Database
    {
        $server = $this->server;
        $options = [PDO::ATTR_PERSISTENT => "kind $kind", PDO::ATTR_EMULATE_PREPARES => $kind !== 1,
            PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $kind !== 2];
        if ($kind === 1 && isset($server['certificate'])) {
            $options += [PDO::MYSQL_ATTR_SSL_CA => $server['certificate']];
        }
        return new Pdo_Database(new PDO("mysql:host=127.0.0.1;port={$server['ways']['mysql']};dbname=" . self::DATABASE, self::KEEPER,
            $server['password'], $this->options($options)));
    }

    /** Each has one for itself; what others had set is set back. */
    private function persistentMysqli(int $kind, Worker $worker): Database
    {
        $server = $this->server;
        $mysqli = mysqli_init();
        $mysqli->options(MYSQLI_OPT_CONNECT_TIMEOUT, 10);
        $mysqli->real_connect('p:127.0.0.1', self::KEEPER, $server['password'], self::DATABASE, $server['ways']['mysql']);
        $mysqli->query(self::SESSION);
        return new Mysqli_Database($mysqli);
    }

    protected function makePooled(): Async\PooledPDO
    {
        $server = $this->server;
        return new Async\PooledPDO("mysql:host=127.0.0.1;port={$server['ways']['mysql']};dbname=" . self::DATABASE, $server['user'],
            $server['password'], $this->options([]), max: self::POOLED, checkInterval: 200);
    }

    private function options(array $more): array
    {
        return $more + [PDO::ATTR_TIMEOUT => 10, PDO::MYSQL_ATTR_INIT_COMMAND => self::SESSION, PDO::ATTR_STRINGIFY_FETCHES => true];
    }

    private function pdo(string $dsn, array $options): PDO
    {
        return new PDO($dsn, $this->server['user'], $this->server['password'], $this->options($options));
    }

    private function connectPdo(Worker $worker): Database
    {
        $server = $this->server;
        $options = [PDO::ATTR_EMULATE_PREPARES => $worker->chance(50), PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $worker->chance(70)];
        $port = $worker->chance(75) ? $server['ways']['mysql'] : $server['port'];
        $where = $worker->chance(15) ? "unix_socket=$server[socket]" : "host=127.0.0.1;port=$port";
        if ($worker->chance(25) && isset($server['certificate']) && !str_starts_with($where, 'unix')) {
            $options += [PDO::MYSQL_ATTR_SSL_CA => $server['certificate']];
        }
        return new Pdo_Database($this->pdo("mysql:$where;dbname=" . self::DATABASE, $options));
    }

    private function connectMysqli(Worker $worker): Database
    {
        $server = $this->server;
        $mysqli = mysqli_init();
        $mysqli->options(MYSQLI_OPT_CONNECT_TIMEOUT, 10);
        $mysqli->options(MYSQLI_INIT_COMMAND, self::SESSION);
        if ($worker->chance(15)) {
            $mysqli->real_connect('localhost', $server['user'], $server['password'], self::DATABASE, 0, $server['socket']);
            return new Mysqli_Database($mysqli);
        }
        $flags = 0;
        if ($worker->chance(25) && isset($server['certificate'])) {
            $mysqli->ssl_set(null, null, $server['certificate'], null, null);
            $flags = MYSQLI_CLIENT_SSL;
        }
        $port = $worker->chance(75) ? $server['ways']['mysql'] : $server['port'];
        $mysqli->real_connect('127.0.0.1', $server['user'], $server['password'], self::DATABASE, $port, null, $flags);
        return new Mysqli_Database($mysqli);
    }
}
