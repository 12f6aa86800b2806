<?php
/* PDO sqlite: a file that another connection locks, functions, collations and aggregates of our own. */

require_once __DIR__ . '/pdo.php';

final class PdoSqlite_Client extends Pdo_Client
{
    public const SERVER = '';
    protected const OPERATIONS = ['query' => 20, 'exec' => 10, 'prepared' => 10, 'parameters' => 10, 'variables' => 4, 'blob' => 4,
        'again' => 4, 'wrong' => 8, 'transaction' => 12, 'whole' => 6, 'attributes' => 3, 'reconnect' => 3, 'nested' => 4, 'locked' => 5,
        'functions' => 10, 'refused' => 2];
    protected const ALONE = ['whole', 'query', 'parameters', 'nested', 'functions'];
    private bool $throws = false;

    protected function connect(): PDO
    {
        $db = new PDO("sqlite:{$this->prefix}pdo.db", null, null, [PDO::ATTR_TIMEOUT => 1]);
        $db->sqliteCreateFunction('waits', function ($value) {
            $this->napAnywhere();
            if ($this->throws) {
                throw new LogicException('in a function');
            }
            return $value . '!';
        }, 1);
        $db->sqliteCreateCollation('backwards', function ($a, $b) {
            $this->napAnywhere();
            return $b <=> $a;
        });
        $db->sqliteCreateAggregate('joined', function ($sum, $row, $value) {
            $this->napAnywhere();
            return $sum . $value;
        }, fn($sum, $rows) => "$sum/$rows", 1);
        return $db;
    }

    protected function tableDefinition(): string
    {
        return 'id INTEGER PRIMARY KEY AUTOINCREMENT, i INTEGER, d NUMERIC, f REAL, s TEXT, b BLOB';
    }

    protected function functions(): void
    {
        $this->throws = !$this->shared && $this->percent(20);
        $t = $this->prefix . 't';
        $sql = $this->pick(["SELECT waits(s) FROM $t ORDER BY id", "SELECT s FROM $t ORDER BY s COLLATE backwards, id", "SELECT joined(id) FROM $t",
            "SELECT i, joined(waits(s)) FROM $t GROUP BY i ORDER BY i", "UPDATE $t SET s = waits(s) WHERE id < 3"]);
        $statement = $this->call($sql, fn() => $this->db->query($sql));
        $statement && $this->fetchSome($statement);
        $this->throws = false;
    }

    protected function locked(): void
    {
        $other = new PDO("sqlite:{$this->prefix}pdo.db", null, null, [PDO::ATTR_TIMEOUT => 1]);
        $this->kept = null;
        $this->db->inTransaction() && $this->db->rollBack();
        // A savepoint, of which PDO does not know, would keep the other one waiting.
        $this->call('nothing is open', fn() => $this->db->exec('ROLLBACK'));
        $this->call('lock', fn() => $other->exec('BEGIN EXCLUSIVE'));
        $this->db->setAttribute(PDO::ATTR_TIMEOUT, 0);
        $this->call('locked', fn() => $this->db->exec("UPDATE {$this->prefix}t SET i = 9"));
        $this->call('error', fn() => $this->db->errorInfo());
        $other->exec('ROLLBACK');
        $this->db->setAttribute(PDO::ATTR_TIMEOUT, 1);
        $this->call('free', fn() => $this->db->exec("UPDATE {$this->prefix}t SET i = 9 WHERE id = 1"));
    }

    protected function refused(): void
    {
        $this->call('folder', fn() => new PDO('sqlite:/nowhere/at/all.db'));
        file_put_contents("{$this->prefix}nonsense", str_repeat('no database ', 200));
        $this->call('nonsense', fn() => (new PDO("sqlite:{$this->prefix}nonsense"))->query('SELECT * FROM x'));
    }
}
