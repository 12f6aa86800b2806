<?php
/* mysqli. */

final class MysqliLink_Client extends Client
{
    public const SERVER = 'mysql';
    protected const OPERATIONS = ['query' => 20, 'change' => 10, 'prepared' => 12, 'bound' => 10, 'several' => 10, 'unbuffered' => 10,
        'wrong' => 8, 'transaction' => 8, 'whole' => 4, 'polled' => 8, 'long' => 4, 'killed' => 3, 'refused' => 2, 'kept' => 4,
        'session' => 4, 'status' => 4, 'infile' => 3];
    protected const ALONE = ['query', 'prepared', 'several', 'unbuffered', 'whole', 'bound'];
    private ?mysqli $db = null;
    private mysqli_result|mysqli_stmt|null $left = null;
    private string $table;

    protected function open(): void
    {
        $this->table = $this->prefix . 'i';
        $this->db = $this->partner ? $this->partner->db : $this->must('connect', fn() => $this->connect());
        $this->db->query("DROP TABLE IF EXISTS $this->table");
        $this->call('table', fn() => $this->db->query("CREATE TABLE $this->table (id INT AUTO_INCREMENT PRIMARY KEY, i BIGINT,
            d DECIMAL(9,2), f DOUBLE, s VARCHAR(40) UNIQUE, b MEDIUMBLOB, t DATETIME(3), j JSON, y YEAR, bits BIT(12))"));
        $this->call('rows', fn() => $this->db->query("INSERT INTO $this->table (i, d, f, s, t, y, bits) VALUES
            (1, 1.5, 0.1, 'one', '2001-02-03 04:05:06.7', 2001, 5), (2, -2.25, 1e100, 'two', NULL, NULL, NULL),
            (9007199254740993, 0, -0.5, 'big', NULL, 1999, 4095), (NULL, NULL, NULL, NULL, NULL, NULL, NULL)"));
    }

    protected function settle(): void
    {
        $this->left = null;
        $this->db && $this->call('rolls back', fn() => [$this->db->rollback(), $this->db->autocommit(true)]);
    }

    private function connect(?string $password = null): ?mysqli
    {
        $db = mysqli_init();
        foreach ([MYSQLI_OPT_INT_AND_FLOAT_NATIVE => [true], MYSQLI_SET_CHARSET_NAME => ['latin1', 'utf8mb4'],
            MYSQLI_INIT_COMMAND => ["SET SESSION sql_mode = 'NO_ZERO_DATE'"], MYSQLI_OPT_CONNECT_TIMEOUT => [10],
            MYSQLI_OPT_NET_READ_BUFFER_SIZE => [1024, 100000], MYSQLI_OPT_NET_CMD_BUFFER_SIZE => [4096],
            MYSQLI_OPT_LOCAL_INFILE => [1], MYSQLI_OPT_READ_TIMEOUT => [30]] as $name => $values) {
            if ($this->percent(25)) {
                $value = $this->pick($values);
                $this->call("option $name", fn() => $db->options($name, $value));
            }
        }
        $flags = $this->pick([0, 0, MYSQLI_CLIENT_COMPRESS, MYSQLI_CLIENT_FOUND_ROWS, MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT,
            MYSQLI_CLIENT_IGNORE_SPACE]);
        $s = $this->server;
        $done = $this->percent(30) ? $db->real_connect('localhost', $s['user'], $password ?? $s['password'], $s['database'], 0, $s['socket'], $flags)
            : $db->real_connect($this->percent(10) ? 'p:127.0.0.1' : '127.0.0.1', $s['user'], $password ?? $s['password'], $s['database'],
                $s['port'], null, $flags);
        return $done ? $db : null;
    }

    private function question(): string
    {
        $limit = $this->between(0, 5);
        return $this->pick(["SELECT id, s, i FROM $this->table ORDER BY id LIMIT $limit", "SELECT * FROM $this->table ORDER BY id DESC LIMIT $limit",
            "SELECT COUNT(*) AS n, MAX(f) AS m, MIN(t) AS t FROM $this->table", "SELECT a.id, b.s FROM $this->table a, $this->table b WHERE a.id < 5
            AND b.id < 5 ORDER BY a.id, b.id LIMIT $limit", 'SELECT 1 AS one, NULL AS n, 1.5 AS d, 2e0 AS f', 'SELECT SLEEP(0.003) AS z',
            "SHOW TABLES LIKE '$this->table'", "SELECT s, bits, y, j FROM $this->table WHERE i >= {$this->between(0, 3)} ORDER BY id"]);
    }

    private function state(): void
    {
        $this->call('state', fn() => [$this->db->affected_rows, $this->db->insert_id, $this->db->errno, $this->db->error, $this->db->sqlstate,
            $this->db->field_count, $this->db->info, $this->db->warning_count, $this->db->error_list]);
    }

    protected function query(): void
    {
        $sql = $this->question();
        $result = $this->must($sql, fn() => $this->db->query($sql, $this->pick([MYSQLI_STORE_RESULT, MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT])));
        $this->fetchSome($result);
        $this->shared || $this->state();
    }

    private function fetchSome(mysqli_result $result): void
    {
        $this->percent(20) && $this->call('fields', fn() => array_map(fn($field) => (array) $field, $result->fetch_fields()));
        $this->percent(20) && $this->call('numbers', fn() => [$result->num_rows, $result->field_count, $result->lengths, $result->type]);
        $this->percent(10) && $this->call('seek', fn() => $result->data_seek($this->between(0, 5)));
        $way = $this->pick(['row', 'assoc', 'array', 'object', 'column', 'all', 'foreach', 'class', 'nothing']);
        $fetch = match ($way) {
            'row' => fn() => $result->fetch_row(),
            'assoc' => fn() => $result->fetch_assoc(),
            'array' => fn() => $result->fetch_array($this->between(1, 3)),
            'object' => fn() => $result->fetch_object(),
            'class' => fn() => $result->fetch_object(ArrayObject::class, [[1]]),
            'column' => fn() => $result->fetch_column($this->between(0, 2)),
            default => null,
        };
        if ($way === 'all') {
            $this->call('all', fn() => $result->fetch_all($this->between(1, 3)));
        } elseif ($way === 'foreach') {
            $this->call('foreach', function () use ($result) {
                $rows = [];
                $left = $this->between(1, 6);
                foreach ($result as $key => $row) {
                    $rows[$key] = $row;
                    $this->nap();
                    if (--$left === 0) {
                        break;
                    }
                }
                return $rows;
            });
        }
        for ($left = $this->between(1, 7); $fetch && $left > 0 && $this->call($way, $fetch); $left--) {
            $this->nap();
        }
        $this->percent(20) && $this->call('lengths', fn() => $result->lengths);
        if ($this->percent(20)) {
            $this->call('free', fn() => $result->free());
            $this->call('freed', fn() => $result->fetch_row());
        }
        $this->left = !$this->shared && $this->percent(15) ? $result : null;
    }

    protected function kept(): void
    {
        $this->left instanceof mysqli_result ? $this->fetchSome($this->left) : $this->call('kept', fn() => $this->left?->fetch());
    }

    protected function change(): void
    {
        $s = $this->text();
        $quoted = $this->db->real_escape_string($s);
        $sql = $this->pick(["INSERT INTO $this->table (i, s) VALUES ({$this->between(0, 9)}, '$quoted')",
            "INSERT INTO $this->table (i) VALUES (1), (2), (3)", "UPDATE $this->table SET i = 5 WHERE id > {$this->between(0, 5)}",
            "REPLACE INTO $this->table (id, i) VALUES (2, {$this->between(0, 9)})", "DELETE FROM $this->table WHERE id > {$this->between(5, 12)}",
            "INSERT IGNORE INTO $this->table (i, s) VALUES ('x1', 'one')", "ALTER TABLE $this->table COMMENT = 'x'"]);
        $this->call($sql, fn() => $this->percent(50) ? $this->db->query($sql) : $this->db->real_query($sql));
        $this->state();
        $this->percent(30) && $this->call('warnings', fn() => ($w = $this->db->get_warnings()) ? [$w->message, $w->errno, $w->next()] : $w);
    }

    protected function prepared(): void
    {
        $statement = $this->must('prepare', fn() => $this->db->prepare("SELECT ? AS a, ? AS b, s FROM $this->table WHERE id < ? ORDER BY id"));
        $values = [$this->between(-5, 5), $this->pick([null, 1.5, 'x', $this->text()]), $this->between(0, 6)];
        $this->percent(50) ? $this->call('execute', fn() => $statement->execute(array_slice($values, 0, $this->percent(90) ? 3 : 2)))
            : $this->call('bind', fn() => [$statement->bind_param($this->pick(['isi', 'dsd', 'sss', 'bsi']), ...$values), $statement->execute()]);
        $this->call('attribute', fn() => [$statement->attr_get(MYSQLI_STMT_ATTR_CURSOR_TYPE), $statement->param_count, $statement->field_count]);
        if ($this->percent(70)) {
            $result = $this->must('result', fn() => $statement->get_result());
            $this->fetchSome($result);
        }
        $this->call('state', fn() => [$statement->affected_rows, $statement->errno, $statement->error, $statement->sqlstate, $statement->num_rows]);
        $this->percent(30) && $this->call('close', fn() => $statement->close());
    }

    protected function bound(): void
    {
        $statement = $this->db->stmt_init();
        $this->percent(20) && $this->call('cursor', fn() => [$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY),
            $statement->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 1)]);
        $this->must('prepare', fn() => $statement->prepare("SELECT id, i, d, f, s, t, y, bits FROM $this->table WHERE id <= ? ORDER BY id"));
        $most = $this->between(0, 5);
        $statement->bind_param('i', $most);
        $this->call('execute', fn() => $statement->execute());
        $this->call('bind', fn() => $statement->bind_result($id, $i, $d, $f, $s, $t, $y, $bits));
        $this->percent(40) && $this->call('store', fn() => $statement->store_result());
        for ($left = $this->between(1, 6); $left > 0 && $this->call('fetch', fn() => $statement->fetch()); $left--) {
            $this->note('variables', [$id, $i, $d, $f, $s, $t, $y, $bits]);
            $this->nap();
        }
        $this->percent(30) && $this->call('busy', fn() => $this->db->query('SELECT 1 AS one')?->fetch_row());
        $this->percent(30) && $this->call('rest', fn() => [$statement->free_result(), $statement->reset(), $statement->num_rows]);
        $this->left = !$this->shared && $this->percent(15) ? $statement : null;
    }

    protected function several(): void
    {
        $sql = $this->pick(["{$this->question()}; {$this->question()}; SELECT 3 AS three", "SELECT 1 AS one; SELECT nothing; SELECT 2 AS two",
            // With the answer to the last command nothing is left that keeps others away.
            "UPDATE $this->table SET f = 2 WHERE id = 1; {$this->question()}", 'DO SLEEP(0.002); SELECT 2 AS two' . ($this->shared ? '' : '; DO 1')]);
        $this->must($sql, fn() => $this->db->multi_query($sql));
        do {
            $this->call('result', function () {
                $result = $this->percent(50) ? $this->db->use_result() : $this->db->store_result();
                return $result ? $result->fetch_all() : $result;
            });
            $this->nap();
            $this->shared || $this->state();
        } while ($this->percent(80) && $this->call('more', fn() => $this->db->more_results()) && $this->call('next', fn() => $this->db->next_result()));
        if ($this->shared || $this->percent(70)) {
            $this->call('rest', function () {
                for ($n = 0; $this->db->more_results() && $this->db->next_result(); $n++) {
                    ($result = $this->db->use_result()) && $result->free();
                }
                return $n;
            });
        } else {
            $this->call('out of sync', fn() => $this->db->query('SELECT 4 AS four'));
            $this->call('ping', fn() => $this->db->ping());
        }
    }

    protected function unbuffered(): void
    {
        $result = $this->must('query', fn() => $this->db->query("SELECT * FROM $this->table ORDER BY id", MYSQLI_USE_RESULT));
        $this->call('first', fn() => $result->fetch_row());
        $this->nap();
        $this->percent(50) && $this->call('out of sync', fn() => $this->db->query('SELECT 1 AS one'));
        $this->percent(50) && $this->call('free', fn() => $result->free());
        unset($result);
        $this->call('then', fn() => $this->db->query('SELECT 2 AS two')?->fetch_row());
    }

    protected function wrong(): void
    {
        $sql = $this->pick(['SELEC 1', "SELECT nothing FROM $this->table", "INSERT INTO $this->table (s) VALUES ('one')", '', 'SELECT 1; SELECT 2',
            "INSERT INTO $this->table (t) VALUES ('never')", 'KILL 0', "SELECT * FROM $this->table WHERE id = (SELECT 1 UNION SELECT 2)"]);
        $this->call($sql, fn() => $this->db->query($sql, $this->pick([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT])));
        $this->state();
        $statement = $this->must('prepare', fn() => $this->db->prepare($sql));
        $this->call('execute', fn() => $statement->execute());
        $this->call('statement', fn() => [$statement->errno, $statement->error_list]);
    }

    protected function transaction(): void
    {
        $step = $this->pick(['begin', 'commit', 'roll back', 'savepoint', 'release', 'off', 'on', 'chain']);
        $this->call($step, fn() => match ($step) {
            'begin' => $this->db->begin_transaction($this->pick([0, MYSQLI_TRANS_START_READ_ONLY, MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT])),
            'commit' => $this->db->commit(),
            'roll back' => $this->db->rollback(),
            'savepoint' => $this->db->savepoint('p'),
            'release' => $this->db->release_savepoint('p'),
            'off' => $this->db->autocommit(false),
            'on' => $this->db->autocommit(true),
            'chain' => $this->db->commit(MYSQLI_TRANS_COR_AND_CHAIN),
        });
        $this->state();
    }

    protected function whole(): void
    {
        $this->call('begin', fn() => $this->db->begin_transaction());
        $this->call('insert', fn() => $this->db->query("INSERT INTO $this->table (i) VALUES (77)"));
        $this->nap();
        $this->call('state', fn() => [$this->db->affected_rows, $this->db->insert_id]);
        $this->call('count', fn() => $this->db->query("SELECT COUNT(*) AS n FROM $this->table")->fetch_row());
        $this->percent(50) ? $this->call('commit', fn() => $this->db->commit()) : $this->call('roll back', fn() => $this->db->rollback());
    }

    protected function polled(): void
    {
        $links = [];
        for ($i = $this->between(1, 3); $i > 0; $i--) {
            $link = new mysqli('127.0.0.1', $this->server['user'], $this->server['password'], $this->server['database'], $this->server['port']);
            $sql = $this->pick(["SELECT $i AS i, SLEEP(0.00$i) AS z", $this->question(), 'SELEC', "UPDATE $this->table SET f = f WHERE id = 1"]);
            $this->call("send $sql", fn() => $link->query($sql, MYSQLI_ASYNC));
            $links[] = $link;
        }
        $answers = [];
        $impatient = $this->percent(50);
        for ($rounds = 0; $links && $rounds < 500; $rounds++) {
            $read = $errors = $rejected = $links;
            // It warns of interrupted calls.
            $ready = $impatient ? @mysqli_poll($read, $errors, $rejected, 0, 20000) : @mysqli_poll($read, $errors, $rejected, 1);
            foreach ($ready ? $read : [] as $link) {
                $key = array_search($link, $links, true);
                unset($links[$key]);
                try {
                    $result = $link->reap_async_query();
                    $answers[$key] = [$result instanceof mysqli_result ? $result->fetch_all() : $result, $link->error, $link->affected_rows];
                } catch (mysqli_sql_exception $e) {
                    $answers[$key] = $e;
                }
            }
        }
        ksort($answers);
        $this->note('answers', $answers);
        $this->percent(30) && $this->call('never asked', function () {
            $read = [$this->db];
            $errors = $rejected = [];
            return [mysqli_poll($read, $errors, $rejected, 0, 1000), count($read), count($rejected)];
        });
    }

    protected function long(): void
    {
        $bytes = $this->bytes($this->pick([100, 20000, 200000]));
        $statement = $this->must('prepare', fn() => $this->db->prepare("INSERT INTO $this->table (b) VALUES (?)"));
        $null = null;
        $statement->bind_param('b', $null);
        foreach (str_split($bytes, 7000) as $part) {
            $this->call('part', fn() => $statement->send_long_data(0, $part));
            $this->nap();
        }
        $this->call('execute', fn() => $statement->execute());
        $this->call('back', fn() => $this->db->query("SELECT b FROM $this->table WHERE b IS NOT NULL ORDER BY id DESC LIMIT 1")?->fetch_row());
    }

    protected function killed(): void
    {
        $id = $this->db->thread_id;
        $killer = new mysqli('127.0.0.1', $this->server['user'], $this->server['password'], '', $this->server['port']);
        $this->left = null;
        $this->call('limited', fn() => $this->db->query('SET STATEMENT max_statement_time = 0.02 FOR SELECT SLEEP(5) AS z')?->fetch_row());
        $this->call('kill', fn() => $killer->query("KILL $id"));
        $this->call('lost', fn() => $this->db->query('SELECT 1 AS one')?->fetch_row());
        $this->state();
        $this->call('ping', fn() => $this->db->ping());
        $this->call('close', fn() => $this->db->close());
        $this->call('closed', fn() => $this->db->query('SELECT 1'));
        $this->db = $this->must('connect', fn() => $this->connect());
    }

    protected function refused(): void
    {
        $this->call('port', fn() => new mysqli('127.0.0.1', 'a', 'b', 'c', $this->deadPort()));
        $this->call('password', fn() => $this->connect('wrong'));
        $this->call('error', fn() => [mysqli_connect_errno(), mysqli_connect_error()]);
    }

    protected function session(): void
    {
        $s = $this->server;
        $step = $this->pick(['change user', 'wrong user', 'select', 'no database', 'charset', 'reconnect']);
        $this->call($step, fn() => match ($step) {
            'change user' => $this->db->change_user($s['user'], $s['password'], $s['database']),
            'wrong user' => $this->db->change_user($s['user'], 'wrong', $s['database']),
            'select' => $this->db->select_db($s['database']),
            'no database' => $this->db->select_db('nowhere'),
            'charset' => [$this->db->set_charset($this->pick(['utf8mb4', 'latin1', 'none'])), $this->db->character_set_name()],
            'reconnect' => [$this->db->close(), (bool) ($this->db = $this->connect())],
        });
        $this->call('then', fn() => $this->db->query('SELECT DATABASE() AS d, @@character_set_client AS c')?->fetch_row());
        if ($step === 'wrong user') {
            $this->db = $this->must('connect', fn() => $this->connect());
        }
    }

    protected function status(): void
    {
        $this->call('status', fn() => [$this->db->protocol_version, $this->db->server_version, $this->db->get_charset()->charset, $this->db->client_info,
            strlen($this->db->stat() ?: '') > 20, $this->db->dump_debug_info(), $this->db->refresh(MYSQLI_REFRESH_TABLES)]);
        $this->state();
    }

    protected function infile(): void
    {
        $file = tempnam('/tmp', 'same');
        file_put_contents($file, "701\tA\n702\tB\n");
        $this->call('load', fn() => $this->db->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE $this->table (i, s)"));
        $this->state();
        unlink($file);
        $this->call('back', fn() => $this->db->query("SELECT i, s FROM $this->table WHERE i > 700 ORDER BY i, id LIMIT 4")?->fetch_all());
        $this->call('delete', fn() => $this->db->query("DELETE FROM $this->table WHERE i > 700"));
    }
}
