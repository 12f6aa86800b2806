<?php
/* PDO mysql. */

require_once __DIR__ . '/pdo.php';

final class PdoMysql_Client extends Pdo_Client
{
    public const SERVER = 'mysql';
    protected const OPERATIONS = ['query' => 20, 'exec' => 10, 'prepared' => 10, 'parameters' => 10, 'variables' => 4, 'blob' => 4,
        'again' => 4, 'wrong' => 8, 'transaction' => 12, 'whole' => 6, 'attributes' => 3, 'reconnect' => 3, 'nested' => 4,
        'unbuffered' => 8, 'several' => 8, 'procedure' => 5, 'killed' => 4, 'locked' => 2, 'refused' => 2, 'late' => 4];
    protected const ALONE = ['whole', 'query', 'parameters', 'late', 'several', 'nested'];

    protected function connect(): PDO
    {
        $options = [];
        foreach ([PDO::ATTR_EMULATE_PREPARES => [true, false], PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => [true, true, false],
            PDO::MYSQL_ATTR_FOUND_ROWS => [true, false], PDO::MYSQL_ATTR_MULTI_STATEMENTS => [true, false],
            PDO::MYSQL_ATTR_COMPRESS => [true, false], PDO::MYSQL_ATTR_INIT_COMMAND => ["SET SESSION sql_mode = 'ANSI_QUOTES'"],
            PDO::MYSQL_ATTR_DIRECT_QUERY => [true, false], PDO::MYSQL_ATTR_IGNORE_SPACE => [true],
            PDO::MYSQL_ATTR_SSL_CA => [$this->server['certificate']]] as $name => $values) {
            if ($this->percent(25)) {
                $options[$name] = $this->pick($values);
            }
        }
        if (isset($options[PDO::MYSQL_ATTR_SSL_CA])) {
            $options[PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT] = false;
        }
        $where = $this->percent(30) ? "unix_socket={$this->server['socket']}" : "host=127.0.0.1;port={$this->server['port']}";
        return new PDO("mysql:$where;dbname={$this->server['database']};charset=utf8mb4", $this->server['user'], $this->server['password'],
            $options);
    }

    protected function tableDefinition(): string
    {
        return 'id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, i BIGINT UNSIGNED, d DECIMAL(10,3), f DOUBLE, s VARCHAR(40), b MEDIUMBLOB,'
            . " t TIMESTAMP NULL, y YEAR DEFAULT 2001, e ENUM('a','b') DEFAULT 'b', bits BIT(9) DEFAULT b'101'";
    }

    protected function unbuffered(): void
    {
        $statement = $this->must('prepare', fn() => $this->db->prepare($this->question(), [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]));
        $this->call('execute', fn() => $statement->execute());
        $this->call('first', fn() => $statement->fetch(PDO::FETCH_NUM));
        $this->nap();
        if ($this->percent(50)) {
            $this->call('out of sync', fn() => $this->db->query('SELECT 1 AS "one"'));
        }
        $this->fetchSome($statement);
        $statement = null;
        $this->call('then', fn() => $this->db->query('SELECT 2 AS "two"')?->fetchAll());
    }

    protected function several(): void
    {
        $question = $this->question();
        $sql = $this->pick(["$question; SELECT 1 AS \"one\"; $question", "SELECT 1 AS \"one\"; SELECT nothing; SELECT 2",
            "UPDATE {$this->prefix}t SET i = 5 WHERE id = 1; $question", "$question; DO SLEEP(0.002); SELECT 3 AS \"three\""]);
        $statement = $this->must('query', fn() => $this->db->query($sql));
        do {
            $this->fetchSome($statement);
            $this->nap();
        } while ($this->percent(85) && $this->call('next', fn() => $statement->nextRowset()));
        $statement = $this->kept = null;
        $this->call('then', fn() => $this->db->query('SELECT 2 AS "two"')?->fetchAll());
    }

    protected function procedure(): void
    {
        $name = $this->prefix . 'p';
        $this->call('create', fn() => $this->db->exec("CREATE OR REPLACE PROCEDURE $name(IN n INT, OUT m INT) BEGIN SET m = n + 1;
            SELECT n AS n; SELECT s FROM {$this->prefix}t ORDER BY id LIMIT 2; END"));
        $statement = $this->must('prepare', fn() => $this->db->prepare("CALL $name(?, @m)"));
        $this->call('call', fn() => $statement->execute([$this->between(0, 9)]));
        do {
            $this->call('rows', fn() => $statement->fetchAll(PDO::FETCH_NUM));
        } while ($this->percent(80) && $this->call('next', fn() => $statement->nextRowset()));
        $this->percent(50) && $this->call('close', fn() => $statement->closeCursor());
        unset($statement);
        $this->call('out', fn() => $this->db->query('SELECT @m AS m')?->fetch());
    }

    /** Another connection ends the query, or this connection. */
    protected function killed(): void
    {
        $id = $this->db->query('SELECT CONNECTION_ID() AS id')?->fetchColumn();
        $what = $this->pick(['QUERY', 'CONNECTION']);
        $killer = new PDO("mysql:host=127.0.0.1;port={$this->server['port']}", $this->server['user'], $this->server['password']);
        if ($what === 'CONNECTION' && $id) {
            $this->note('kill', $killer->exec("KILL CONNECTION $id"));
        }
        $this->call('limited', fn() => $this->db->query('SET STATEMENT max_statement_time = 0.02 FOR SELECT SLEEP(5) AS z')?->fetchAll());
        $this->call('then', fn() => $this->db->query('SELECT 1 AS "one"')?->fetchAll());
        if ($what === 'CONNECTION') {
            $this->kept = $this->db = null;
            $this->db = $this->must('connect', fn() => $this->connect());
        }
    }

    protected function locked(): void
    {
        $other = new PDO("mysql:host=127.0.0.1;port={$this->server['port']};dbname={$this->server['database']}", $this->server['user'],
            $this->server['password']);
        $this->call('committed', fn() => $this->db->exec('COMMIT'));
        $other->beginTransaction();
        $other->exec("UPDATE {$this->prefix}t SET i = 7 WHERE id = 1");
        $this->call('waits', fn() => $this->db->exec("SET STATEMENT innodb_lock_wait_timeout = 0 FOR UPDATE {$this->prefix}t SET i = 8 WHERE id = 1"));
        $this->call('skips', fn() => $this->db->query("SELECT id FROM {$this->prefix}t WHERE id < 3 FOR UPDATE SKIP LOCKED")?->fetchAll());
        $this->call('named', fn() => [$other->query("SELECT GET_LOCK('{$this->prefix}', 0) AS l")->fetchColumn(),
            $this->db->query("SELECT GET_LOCK('{$this->prefix}', 0.01) AS l")?->fetchColumn()]);
        $other->rollBack();
    }

    protected function refused(): void
    {
        $mode = $this->pick([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT]);
        $this->call('port', fn() => new PDO("mysql:host=127.0.0.1;port={$this->deadPort()}", 'a', 'b', [PDO::ATTR_ERRMODE => $mode]));
        $this->call('socket', fn() => new PDO('mysql:unix_socket=/nowhere/at/all', 'a', 'b'));
        $this->call('password', fn() => new PDO("mysql:host=127.0.0.1;port={$this->server['port']}", $this->server['user'], 'wrong'));
        $this->call('database', fn() => new PDO("mysql:host=127.0.0.1;port={$this->server['port']};dbname=none", $this->server['user'],
            $this->server['password']));
        $this->call('charset', fn() => new PDO("mysql:host=127.0.0.1;port={$this->server['port']};charset=none", $this->server['user'],
            $this->server['password']));
    }

    protected function late(): void
    {
        $ms = $this->between(1, 20) / 1000;
        $this->call('late', fn() => $this->db->query("SELECT 'late' AS l, SLEEP($ms) AS z")?->fetchAll());
    }
}
