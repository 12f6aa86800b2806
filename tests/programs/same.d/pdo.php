<?php
/* PDO, whatever the driver: statements, parameters, fetching in all modes, transactions, errors. */

final class Row
{
    public $id;
    public $s = 'default';
    public array $arguments;

    public function __construct(...$arguments)
    {
        $this->arguments = $arguments;
    }
}

abstract class Pdo_Client extends Client
{
    protected ?PDO $db = null;
    protected ?PDOStatement $kept = null;

    /* ---- the driver's own ---- */

    abstract protected function connect(): PDO;
    /** Columns of the table: id, i, d, f, s, b. */
    abstract protected function tableDefinition(): string;

    protected function open(): void
    {
        $this->db = $this->partner ? $this->partner->db : $this->must('connect', fn() => $this->connect());
        if (!$this->shared && $this->percent(60)) {
            $this->db->setAttribute(PDO::ATTR_ERRMODE, $this->pick([PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING,
                PDO::ERRMODE_EXCEPTION]));
        }
        foreach ($this->shared ? [] : [PDO::ATTR_STRINGIFY_FETCHES => [true, false], PDO::ATTR_CASE => [0, 1, 2],
            PDO::ATTR_ORACLE_NULLS => [0, 1, 2], PDO::ATTR_EMULATE_PREPARES => [true, false],
            PDO::ATTR_DEFAULT_FETCH_MODE => [PDO::FETCH_ASSOC, PDO::FETCH_NUM, PDO::FETCH_OBJ]] as $name => $values) {
            if ($this->percent(30)) {
                $value = $this->pick($values);
                $this->call("attribute $name = " . describe($value), fn() => $this->db->setAttribute($name, $value));
            }
        }
        $this->db->exec("DROP TABLE IF EXISTS {$this->prefix}t");
        $this->call('table', fn() => $this->db->exec("CREATE TABLE {$this->prefix}t ({$this->tableDefinition()})") !== false);
        $this->call('rows', fn() => $this->db->exec("INSERT INTO {$this->prefix}t (i, d, f, s) VALUES (1, 1.5, 0.25, 'one'),
            (2, -2.125, 1e10, 'two'), (3, NULL, NULL, ''), (4, 4, 4, NULL)"));
    }

    protected function settle(): void
    {
        $this->kept = null;
        if ($this->db?->inTransaction()) {
            $this->call('rolls back', fn() => $this->db->rollBack());
        }
        if ($this->db && !$this->shared) {
            // SQLite's savepoints are transactions that PDO does not know of.
            $this->db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
            $this->call('nothing is open', fn() => $this->db->exec('ROLLBACK'));
        }
    }

    /* ---- what is asked ---- */

    protected function question(): string
    {
        $t = $this->prefix . 't';
        $limit = $this->between(0, 6);
        return $this->pick([
            "SELECT id, s FROM $t ORDER BY id LIMIT $limit",
            "SELECT * FROM $t ORDER BY id DESC LIMIT $limit",
            "SELECT s, id, i FROM $t WHERE i > {$this->between(0, 5)} ORDER BY i, id",
            "SELECT COUNT(*) AS n, MAX(d) AS m, MIN(s) AS t FROM $t",
            "SELECT a.id, b.id, a.s AS s, a.f FROM $t a, $t b WHERE a.id < 9 AND b.id < 4 ORDER BY a.id, b.id",
            "SELECT 1 AS \"one\", NULL AS n, 'x' AS s",
        ]);
    }

    protected function nonsense(): string
    {
        return $this->pick(['SELEC 1', "SELECT nothing FROM {$this->prefix}t", 'SELECT 1 FROM nowhere', '',
            "INSERT INTO {$this->prefix}t (id, s) VALUES (1, 'twice')", "SELECT * FROM {$this->prefix}t WHERE", 'SELECT 1; SELEC 2',
            "INSERT INTO {$this->prefix}t (i, i) VALUES (1, 1)"]);
    }

    /** @return array{mixed, int} of a random type */
    protected function parameter(): array
    {
        return match ($this->between(0, 6)) {
            0 => [$this->between(-100, 100), PDO::PARAM_INT],
            1 => [(string) $this->between(-100, 100), PDO::PARAM_INT],
            2 => [null, PDO::PARAM_NULL],
            3 => [$this->percent(50), PDO::PARAM_BOOL],
            4 => [$this->between(-100, 100) / 8, PDO::PARAM_STR],
            5 => [$this->between(0, 99) . 'e3', PDO::PARAM_STR],
            default => [(string) $this->between(0, 9999), PDO::PARAM_STR],
        };
    }

    /* ---- operations ---- */

    protected function query(): void
    {
        $statement = $this->must('query', fn() => $this->db->query($this->question()));
        $this->fetchSome($statement);
    }

    protected function exec(): void
    {
        $t = $this->prefix . 't';
        $sql = $this->pick([
            "INSERT INTO $t (i, s) VALUES ({$this->between(0, 9)}, {$this->db->quote($this->text())})",
            "UPDATE $t SET i = i + 1 WHERE id > {$this->between(0, 9)}",
            "DELETE FROM $t WHERE id > {$this->between(6, 12)}",
            "UPDATE $t SET s = 'same' WHERE i = {$this->between(0, 5)}",
        ]);
        $this->call($sql, fn() => $this->db->exec($sql));
    }

    protected function prepared(): void
    {
        $named = $this->percent(40);
        $t = $this->prefix . 't';
        $sql = $named ? "INSERT INTO $t (i, f, s) VALUES (:i, :f, :s)" : "INSERT INTO $t (i, f, s) VALUES (?, ?, ?)";
        $statement = $this->must('prepare', fn() => $this->db->prepare($sql));
        for ($i = $this->between(1, 3); $i > 0; $i--) {
            foreach (['i', 'f', 's'] as $n => $column) {
                [$value, $type] = $column === 's' ? [$this->text(), PDO::PARAM_STR] : $this->parameter();
                $statement->bindValue($named ? $column : $n + 1, $value, $type);
            }
            $this->call('execute', fn() => $statement->execute());
            $this->call('state', fn() => [$statement->rowCount(), $statement->errorCode(), $statement->errorInfo()]);
            $this->nap();
        }
    }

    protected function parameters(): void
    {
        $t = $this->prefix . 't';
        $sql = $this->pick(["SELECT id, s FROM $t WHERE id > ? AND id < ? ORDER BY id", "SELECT s FROM $t WHERE i = ? OR id = ? ORDER BY 1",
            "SELECT id FROM $t WHERE s = ? ORDER BY id", "SELECT id FROM $t WHERE id IN (?, ?, ?) ORDER BY id"]);
        $statement = $this->must('prepare', fn() => $this->db->prepare($sql));
        $values = [$this->between(0, 4), $this->between(0, 9), $this->between(0, 9)];
        // As often as not, a wrong number of them.
        $count = $this->percent(85) ? substr_count($sql, '?') : $this->between(0, 3);
        $this->call('execute', fn() => $statement->execute(array_slice($values, 0, $count)));
        $this->fetchSome($statement);
    }

    protected function variables(): void
    {
        $statement = $this->must('prepare', fn() => $this->db->prepare("SELECT id, s, f FROM {$this->prefix}t WHERE id < ? ORDER BY id"));
        $most = $this->between(0, 7);
        $statement->bindParam(1, $most, PDO::PARAM_INT);
        $this->call('execute', fn() => $statement->execute());
        $this->call('bind', fn() => [$statement->bindColumn(1, $id, PDO::PARAM_INT), $statement->bindColumn('s', $s),
            $statement->bindColumn(3, $f, $this->pick([PDO::PARAM_STR, PDO::PARAM_INT, PDO::PARAM_BOOL]))]);
        while ($this->call('fetch', fn() => $statement->fetch(PDO::FETCH_BOUND))) {
            $this->note('variables', [$id ?? null, $s ?? null, $f ?? null]);
            $this->nap();
        }
        $most = 3;
        $this->call('again', fn() => [$statement->execute(), $statement->fetchAll()]);
    }

    protected function blob(): void
    {
        $bytes = $this->bytes($this->pick([10, 3000, 70000]));
        $statement = $this->must('prepare', fn() => $this->db->prepare("INSERT INTO {$this->prefix}t (s, b) VALUES ('blob', ?)"));
        $statement->bindValue(1, $this->percent(50) ? $this->stream($bytes) : $bytes, PDO::PARAM_LOB);
        $this->call('insert', fn() => $statement->execute());
        $found = $this->must('select', fn() => $this->db->query("SELECT b FROM {$this->prefix}t WHERE s = 'blob' ORDER BY id DESC LIMIT 2"));
        if ($this->percent(50)) {
            $this->call('column', fn() => $found->bindColumn(1, $b, PDO::PARAM_LOB));
            $this->call('fetch', fn() => [$found->fetch(PDO::FETCH_BOUND), $b]);
        }
        $this->call('rest', fn() => $found->fetchAll(PDO::FETCH_NUM));
    }

    /** In a random mode, to the end or not. */
    protected function fetchSome(PDOStatement $statement): void
    {
        $mode = $this->pick(['FETCH_ASSOC', 'FETCH_NUM', 'FETCH_BOTH', 'FETCH_OBJ', 'FETCH_NAMED', 'FETCH_KEY_PAIR', 'FETCH_COLUMN',
            'FETCH_LAZY', 'FETCH_CLASS', 'FETCH_INTO', 'FETCH_FUNC', 'foreach', 'all', 'all', 'column', 'object', 'default', 'metadata']);
        match ($mode) {
            'foreach' => $this->call('foreach', fn() => $this->iterate($statement)),
            'all' => $this->fetchAll($statement),
            'metadata' => $this->call('metadata', function () use ($statement) {
                return array_map($statement->getColumnMeta(...), range(0, max(0, $statement->columnCount() - 1)));
            }),
            'column' => $this->repeat(fn() => $statement->fetchColumn($this->between(0, 2))),
            'object' => $this->repeat(fn() => $statement->fetchObject(...$this->pick([[], [Row::class], [Row::class, [1, 'a']]]))),
            'default' => $this->repeat(fn() => $statement->fetch()),
            'FETCH_CLASS' => $this->call('mode', fn() => $statement->setFetchMode(PDO::FETCH_CLASS
                | $this->pick([0, PDO::FETCH_PROPS_LATE, PDO::FETCH_CLASSTYPE]), Row::class, [1]))
                && $this->repeat(fn() => $statement->fetch()),
            'FETCH_INTO' => $this->call('mode', fn() => $statement->setFetchMode(PDO::FETCH_INTO, new stdClass))
                && $this->repeat(fn() => $statement->fetch()),
            'FETCH_LAZY' => $this->repeat(fn() => ($row = $statement->fetch(PDO::FETCH_LAZY)) ? [$row->s ?? 'none', $row[0]] : $row),
            default => $this->repeat(fn() => $statement->fetch(constant("PDO::$mode"))),
        };
        if ($this->percent(20)) {
            // Of a SELECT, SQLite tells what the last change on the connection was.
            $this->call('state', fn() => [$this->shared ? null : $statement->rowCount(), $statement->columnCount(), $statement->errorCode()]);
        }
        if ($this->percent(20)) {
            $this->call('close', fn() => $statement->closeCursor());
            $this->call('then', fn() => $statement->fetch());
        }
        // One that is not read to its end, kept over the next operations.
        $this->kept = $this->percent(15) && !$this->shared ? $statement : null;
    }

    private function repeat(Closure $fetch): void
    {
        for ($i = $this->between(1, 8); $i > 0 && $this->call('fetch', $fetch); $i--) {
            $this->nap();
        }
    }

    private function iterate(PDOStatement $statement): array
    {
        $rows = [];
        $left = $this->between(1, 10);
        foreach ($statement as $key => $row) {
            $rows[$key] = $row;
            $this->nap();
            if (--$left === 0) {
                break;
            }
        }
        return $rows;
    }

    private function fetchAll(PDOStatement $statement): void
    {
        $arguments = $this->pick([[], [PDO::FETCH_GROUP | PDO::FETCH_ASSOC], [PDO::FETCH_UNIQUE | PDO::FETCH_NUM], [PDO::FETCH_COLUMN, 1],
            [PDO::FETCH_COLUMN | PDO::FETCH_GROUP], [PDO::FETCH_KEY_PAIR], [PDO::FETCH_CLASS, Row::class, ['x']],
            [PDO::FETCH_NAMED], [PDO::FETCH_LAZY], [PDO::FETCH_COLUMN, 9], [PDO::FETCH_OBJ],
            [PDO::FETCH_FUNC, function (...$columns) {
                $this->nap();
                return count($columns) . $columns[0];
            }],
            [PDO::FETCH_FUNC, function (...$columns) {
                $this->nap();
                throw new LogicException('not this row');
            }],
        ]);
        $this->call('all ' . describe($arguments), fn() => $statement->fetchAll(...$arguments));
    }

    protected function again(): void
    {
        if ($this->kept) {
            $this->fetchSome($this->kept);
        }
        $this->call('fetch', fn() => $this->kept?->fetch());
    }

    protected function wrong(): void
    {
        $sql = $this->nonsense();
        $this->percent(50) ? $this->call("query $sql", fn() => $this->db->query($sql)) : $this->call("exec $sql", fn() => $this->db->exec($sql));
        $this->call('error', fn() => [$this->db->errorCode(), $this->db->errorInfo()]);
        $statement = $this->must('prepare', fn() => $this->db->prepare($sql));
        $this->call('execute', fn() => $statement->execute());
        $this->call('error', fn() => [$statement->errorCode(), $statement->errorInfo()]);
    }

    protected function transaction(): void
    {
        $step = $this->pick(['begin', 'begin', 'commit', 'roll back', 'BEGIN', 'COMMIT', 'savepoint', 'back to savepoint']);
        $this->call($step, fn() => match ($step) {
            'begin' => $this->db->beginTransaction(),
            'commit' => $this->db->commit(),
            'roll back' => $this->db->rollBack(),
            'BEGIN', 'COMMIT' => $this->db->exec($step),
            'savepoint' => $this->db->exec('SAVEPOINT p'),
            'back to savepoint' => $this->db->exec('ROLLBACK TO SAVEPOINT p'),
        });
        $this->call('in transaction', fn() => $this->db->inTransaction());
    }

    /** A whole one. */
    protected function whole(): void
    {
        $this->call('begin', fn() => $this->db->beginTransaction());
        for ($i = $this->between(1, 3); $i > 0; $i--) {
            $s = $this->text();
            $this->call('insert', fn() => $this->db->prepare("INSERT INTO {$this->prefix}t (s, i) VALUES (?, 0)")->execute([$s]));
            $this->call('id', fn() => $this->shared ? $this->db->lastInsertId() > 0 : $this->db->lastInsertId());
            $this->nap();
        }
        $this->call('count', fn() => $this->db->query("SELECT COUNT(*) AS n FROM {$this->prefix}t")->fetchColumn());
        $this->percent(50) ? $this->call('commit', fn() => $this->db->commit()) : $this->call('roll back', fn() => $this->db->rollBack());
    }

    protected function attributes(): void
    {
        foreach (['AUTOCOMMIT', 'ERRMODE', 'CASE', 'DRIVER_NAME', 'ORACLE_NULLS', 'PERSISTENT', 'STATEMENT_CLASS', 'EMULATE_PREPARES',
            'DEFAULT_FETCH_MODE', 'SERVER_VERSION', 'CLIENT_VERSION', 'CONNECTION_STATUS', 'PREFETCH', 'TIMEOUT'] as $name) {
            $this->percent(30) && $this->call($name, fn() => $this->db->getAttribute(constant("PDO::ATTR_$name")));
        }
        $text = $this->text();
        $this->call('quote', fn() => [$this->db->quote($text), $this->db->quote($text, PDO::PARAM_LOB)]);
        $this->call('id', fn() => $this->db->lastInsertId());
    }

    /** Dropped in the middle, and made anew. */
    protected function reconnect(): void
    {
        if ($this->percent(50)) {
            $this->db->beginTransaction();
            $this->call('insert', fn() => $this->db->exec("INSERT INTO {$this->prefix}t (s) VALUES ('lost')"));
        }
        $this->kept = $this->percent(50) ? null : $this->db->query($this->question());
        $this->kept = $this->db = null;
        $this->db = $this->must('connect', fn() => $this->connect());
        $this->call('count', fn() => $this->db->query("SELECT COUNT(*) AS n FROM {$this->prefix}t")->fetchColumn());
    }

    /** A query for each row of another one. */
    protected function nested(): void
    {
        $outer = $this->must('outer', fn() => $this->db->query("SELECT id FROM {$this->prefix}t ORDER BY id LIMIT 3"));
        $inner = $this->must('inner', fn() => $this->db->prepare("SELECT s FROM {$this->prefix}t WHERE id = ?"));
        while (($id = $this->call('id', fn() => $outer->fetchColumn())) !== false && $id !== null) {
            $this->call('execute', fn() => $inner->execute([$id]));
            $this->call('s', fn() => $inner->fetch(PDO::FETCH_NUM));
            $this->nap();
        }
    }
}
