<?php
/* SQLite3: statements, results, functions that suspend or throw, blobs, backups, a locked database. */

final class Sqlite_Client extends Client
{
    public const SERVER = '';
    protected const OPERATIONS = ['query' => 15, 'prepared' => 12, 'exec' => 10, 'functions' => 12, 'wrong' => 8, 'locked' => 6, 'blob' => 6,
        'backup' => 4, 'transaction' => 8, 'again' => 5, 'facts' => 4, 'anew' => 4, 'authorized' => 3];
    protected const ALONE = ['query', 'prepared', 'functions'];
    private ?SQLite3 $db = null;
    private SQLite3Result|null $left = null;
    private bool $throws = false;
    private string $table;

    protected function open(): void
    {
        $this->table = $this->prefix . 's';
        $this->db = $this->partner ? $this->partner->db : $this->make();
        $this->call('table', fn() => $this->db->exec("DROP TABLE IF EXISTS $this->table; CREATE TABLE $this->table (id INTEGER PRIMARY KEY, i INT, f REAL,
            s TEXT UNIQUE, b BLOB); INSERT INTO $this->table (i, f, s) VALUES (1, 1.5, 'one'), (2, NULL, 'two'), (NULL, 3, NULL)"));
    }

    protected function settle(): void
    {
        $this->left = null;
        $this->db && $this->call('rolls back', fn() => @$this->db->exec('ROLLBACK'));
    }

    private function make(): SQLite3
    {
        $db = new SQLite3("{$this->prefix}sqlite.db");
        $db->enableExceptions($this->percent(50));
        $db->busyTimeout(1000);
        $db->createFunction('waits', function (...$values) {
            $this->napAnywhere();
            if ($this->throws) {
                throw new LogicException('in a function');
            }
            return implode('|', $values);
        });
        $db->createCollation('backwards', function ($a, $b) {
            $this->napAnywhere();
            return strcmp($b, $a);
        });
        $db->createAggregate('joined', function ($sum, $row, $value) {
            $this->napAnywhere();
            return $sum . $value;
        }, fn($sum, $rows) => "$sum/$rows");
        return $db;
    }

    private function question(): string
    {
        return $this->pick(["SELECT id, s FROM $this->table ORDER BY id", "SELECT * FROM $this->table ORDER BY id DESC LIMIT {$this->between(0, 3)}",
            "SELECT COUNT(*) AS n, MAX(f) FROM $this->table", 'SELECT 1 AS a, NULL AS b, 1.5 AS c, x\'00ff\' AS d']);
    }

    private function fetchSome(SQLite3Result $result): void
    {
        for ($left = $this->between(1, 5); $left > 0 && $this->call('fetch', fn() => $result->fetchArray($this->between(1, 3))); $left--) {
            $this->nap();
        }
        $this->percent(30) && $this->call('columns', fn() => [$result->numColumns(), $result->columnName(0), $result->columnType(0), $result->columnName(9)]);
        $this->percent(30) && $this->call('reset', fn() => [$result->reset(), $result->fetchArray(SQLITE3_NUM)]);
        $this->percent(30) && $this->call('finalize', fn() => $result->finalize());
        $this->left = !$this->shared && $this->percent(20) ? $result : null;
    }

    protected function query(): void
    {
        $sql = $this->question();
        $this->call('single', fn() => $this->db->querySingle($sql, $this->percent(50)));
        $this->fetchSome($this->must($sql, fn() => $this->db->query($sql)));
    }

    protected function again(): void
    {
        $this->left ? $this->fetchSome($this->left) : $this->note('nothing', null);
    }

    protected function prepared(): void
    {
        $statement = $this->must('prepare', fn() => $this->db->prepare("SELECT id, s, :x AS x FROM $this->table WHERE id > ? ORDER BY id"));
        $this->call('bind', fn() => [$statement->bindValue(':x', $this->pick([1, 'x', null, 1.5, true])), $statement->bindValue(2, $this->between(0, 3)),
            $statement->bindValue(9, 1), $statement->paramCount()]);
        $result = $this->must('execute', fn() => $statement->execute());
        $this->fetchSome($result);
        $this->call('sql', fn() => [$statement->getSQL(true), $statement->readOnly(), $statement->clear(), $statement->reset(), $statement->close()]);
        $this->call('closed', fn() => $result->fetchArray());
    }

    protected function exec(): void
    {
        $s = SQLite3::escapeString($this->text());
        $sql = $this->pick(["INSERT INTO $this->table (i, s) VALUES (5, '$s')", "UPDATE $this->table SET i = 4", "DELETE FROM $this->table WHERE id > 6",
            "INSERT INTO $this->table (s) SELECT waits(id) FROM $this->table"]);
        $this->call($sql, fn() => $this->db->exec($sql));
        $this->call('state', fn() => [$this->db->changes(), $this->db->lastInsertRowID(), $this->db->lastErrorCode(), $this->db->lastErrorMsg()]);
    }

    protected function functions(): void
    {
        $this->throws = !$this->shared && $this->percent(25);
        $sql = $this->pick(["SELECT waits(s, i) FROM $this->table ORDER BY id", "SELECT joined(s) FROM $this->table", "SELECT s FROM $this->table ORDER BY s COLLATE backwards",
            "SELECT joined(waits(id)) FROM $this->table WHERE waits(i) <> ''"]);
        $result = $this->call($sql, fn() => $this->db->query($sql));
        $result && $this->fetchSome($result);
        $this->throws = false;
    }

    protected function wrong(): void
    {
        $sql = $this->pick(['SELEC 1', "SELECT nothing FROM $this->table", "INSERT INTO $this->table (s) VALUES ('one')", '', 'SELECT waits(', 'ROLLBACK']);
        $this->call($sql, fn() => $this->percent(50) ? $this->db->query($sql) : $this->db->exec($sql));
        $this->call('error', fn() => [$this->db->lastErrorCode(), $this->db->lastErrorMsg(), $this->db->lastExtendedErrorCode()]);
    }

    protected function locked(): void
    {
        $other = new SQLite3("{$this->prefix}sqlite.db");
        $this->left = null;
        @$this->db->exec('ROLLBACK');
        $this->call('lock', fn() => $other->exec('BEGIN IMMEDIATE'));
        $this->db->busyTimeout($this->between(0, 15));
        $this->call('locked', fn() => $this->db->exec("UPDATE $this->table SET i = 8"));
        $this->call('error', fn() => [$this->db->lastErrorCode(), $this->db->lastErrorMsg()]);
        $this->call('read', fn() => $this->db->querySingle("SELECT COUNT(*) FROM $this->table"));
        $other->exec('COMMIT');
        $this->db->busyTimeout(1000);
    }

    protected function blob(): void
    {
        $bytes = $this->bytes(5000);
        $statement = $this->must('prepare', fn() => $this->db->prepare("INSERT INTO $this->table (b) VALUES (?)"));
        $statement->bindValue(1, $bytes, SQLITE3_BLOB);
        $this->call('insert', fn() => (bool) $statement->execute());
        $id = $this->db->lastInsertRowID();
        $stream = null;
        $this->must('open', function () use (&$stream, $id) {
            $stream = $this->db->openBlob($this->table, 'b', $id, 'main', $this->pick([SQLITE3_OPEN_READONLY, SQLITE3_OPEN_READWRITE]));
            return is_resource($stream);
        });
        $this->call('blob', fn() => [md5(stream_get_contents($stream)), rewind($stream), fwrite($stream, 'xy'), fclose($stream)]);
    }

    protected function backup(): void
    {
        $copy = new SQLite3(':memory:');
        $this->call('backup', fn() => $this->db->backup($copy));
        $this->call('copy', fn() => @$copy->querySingle("SELECT COUNT(*) FROM $this->table"));
    }

    protected function transaction(): void
    {
        $sql = $this->pick(['BEGIN', 'BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', 'SAVEPOINT p', 'RELEASE p']);
        $this->call($sql, fn() => $this->db->exec($sql));
    }

    protected function facts(): void
    {
        $this->call('facts', fn() => [SQLite3::version(), $this->db->lastErrorMsg(), $this->db->enableExtendedResultCodes($this->percent(50))]);
        $this->call('pragma', fn() => $this->db->querySingle('PRAGMA journal_mode'));
    }

    protected function anew(): void
    {
        $this->left = null;
        $this->call('close', fn() => $this->db->close());
        $this->call('closed', fn() => $this->db->query('SELECT 1'));
        $this->db = $this->make();
    }

    protected function authorized(): void
    {
        $this->call('set', fn() => $this->db->setAuthorizer(function (int $action) {
            return $action === SQLite3::DELETE ? SQLite3::DENY : SQLite3::OK;
        }));
        $this->call('denied', fn() => $this->db->exec("DELETE FROM $this->table"));
        $this->call('unset', fn() => $this->db->setAuthorizer(null));
    }
}
