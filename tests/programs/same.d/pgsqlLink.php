<?php
/* pgsql: queries at once and sent ahead, COPY, cursors, large objects, notifications, errors. */

final class PgsqlLink_Client extends Client
{
    public const SERVER = 'pgsql';
    protected const OPERATIONS = ['query' => 18, 'change' => 8, 'parameters' => 10, 'prepared' => 8, 'sent' => 12, 'wrong' => 8, 'transaction' => 8,
        'whole' => 4, 'copy' => 8, 'cursor' => 5, 'largeObject' => 6, 'notify' => 6, 'arrays' => 6, 'limited' => 3, 'killed' => 3, 'refused' => 2,
        'facts' => 4, 'notices' => 4, 'traced' => 2, 'escapes' => 3, 'asyncConnect' => 4];
    protected const ALONE = ['query', 'parameters', 'whole', 'sent', 'cursor', 'copied'];
    private ?PgSql\Connection $db = null;
    private string $table;

    protected function open(): void
    {
        $this->table = $this->prefix . 'g';
        $this->db = $this->partner ? $this->partner->db : $this->must('connect', fn() => $this->connect());
        // Whether there is one already depends on the programs before.
        pg_query($this->db, "SET client_min_messages = warning; DROP TABLE IF EXISTS $this->table; RESET client_min_messages");
        $this->call('table', fn() => pg_query($this->db, "CREATE TABLE $this->table (id SERIAL PRIMARY KEY, i BIGINT,
            d NUMERIC(9,2), f FLOAT, s VARCHAR(40) UNIQUE, b BYTEA, t TIMESTAMP, a INT[], yes BOOLEAN DEFAULT true)"));
        $this->call('rows', fn() => pg_query($this->db, "INSERT INTO $this->table (i, d, f, s, t, a) VALUES (1, 1.5, 0.1, 'one', '2001-02-03 04:05:06', '{1,2}'),
            (2, -2, 1e100, 'two', NULL, NULL), (9007199254740993, 0, -0.5, '', NULL, '{}'), (NULL, NULL, NULL, NULL, NULL, NULL)"));
    }

    protected function settle(): void
    {
        if (!$this->db || $this->shared) {
            return;
        }
        // What was sent is read, then the transaction ends.
        $this->call('rest', function () {
            for ($n = 0; pg_get_result($this->db); $n++);
            return $n;
        });
        pg_transaction_status($this->db) !== PGSQL_TRANSACTION_IDLE && $this->call('rolls back', fn() => pg_query($this->db, 'ROLLBACK'));
    }

    private function connect(string $more = '', int $flags = PGSQL_CONNECT_FORCE_NEW): PgSql\Connection|false
    {
        $s = $this->server;
        $where = $this->percent(30) ? "host=$s[socket_folder]" : 'host=127.0.0.1' . ($this->percent(20) ? ' sslmode=require' : '');
        return pg_connect("$where port=$s[port] dbname=$s[database] user=$s[user] password=$s[password] $more", $flags);
    }

    private function question(): string
    {
        $limit = $this->between(0, 5);
        return $this->pick(["SELECT id, s, i FROM $this->table ORDER BY id LIMIT $limit", "SELECT * FROM $this->table ORDER BY id DESC LIMIT $limit",
            "SELECT COUNT(*) AS n, MAX(f) AS m FROM $this->table", 'SELECT 1 AS one, NULL AS n, 1.5 AS d', 'SELECT pg_sleep(0.003)',
            "SELECT s, a, yes, t FROM $this->table WHERE i >= {$this->between(0, 3)} ORDER BY id", "SELECT 1 AS a; SELECT 'b' AS b"]);
    }

    private function fetchSome(PgSql\Result $result): void
    {
        $way = $this->pick(['row', 'assoc', 'array', 'object', 'all', 'columns', 'result', 'nothing', 'class']);
        $fetch = match ($way) {
            'row' => fn() => pg_fetch_row($result, $this->pick([null, null, $this->between(0, 4)])),
            'assoc' => fn() => pg_fetch_assoc($result),
            'array' => fn() => pg_fetch_array($result, null, $this->between(1, 3)),
            'object' => fn() => pg_fetch_object($result),
            'class' => fn() => pg_fetch_object($result, null, ArrayObject::class, [[1]]),
            'result' => fn() => pg_fetch_result($result, $this->between(0, 4), $this->between(0, 2)),
            default => null,
        };
        $way === 'all' && $this->call('all', fn() => pg_fetch_all($result, $this->between(1, 2)));
        $way === 'columns' && $this->call('columns', fn() => pg_fetch_all_columns($result, $this->between(0, 1)));
        for ($left = $this->between(1, 6); $fetch && $left > 0 && $this->call($way, $fetch); $left--) {
            $this->nap();
        }
        $this->call('state', fn() => [pg_num_rows($result), pg_num_fields($result), pg_affected_rows($result), pg_result_status($result),
            pg_result_error($result), pg_result_status($result, PGSQL_STATUS_STRING)]);
        $this->percent(30) && $this->call('fields', fn() => array_map(fn($n) => [pg_field_name($result, $n), pg_field_type($result, $n),
            pg_field_size($result, $n), pg_field_is_null($result, 0, $n), pg_field_prtlen($result, 0, $n), pg_field_table($result, $n)],
            range(0, max(0, pg_num_fields($result) - 1))));
        $this->percent(20) && $this->call('seek', fn() => [pg_result_seek($result, $this->between(0, 4)), pg_free_result($result)]);
    }

    protected function query(): void
    {
        $sql = $this->question();
        $this->fetchSome($this->must($sql, fn() => pg_query($this->db, $sql)));
    }

    protected function change(): void
    {
        $s = pg_escape_literal($this->db, $this->text());
        $sql = $this->pick(["INSERT INTO $this->table (i, s) VALUES ({$this->between(0, 9)}, $s)", "UPDATE $this->table SET i = 5 WHERE id > {$this->between(0, 5)}",
            "DELETE FROM $this->table WHERE id > {$this->between(6, 12)}", "INSERT INTO $this->table (i) VALUES (7) RETURNING id, i"]);
        $this->fetchSome($this->must($sql, fn() => pg_query($this->db, $sql)));
        $this->call('error', fn() => pg_last_error($this->db));
    }

    protected function parameters(): void
    {
        $sql = $this->pick(["SELECT id, s FROM $this->table WHERE id > $1 AND id < $2 ORDER BY id", 'SELECT $1::text AS a, $2::int AS b',
            "SELECT s FROM $this->table WHERE s = $1 OR i = $2"]);
        $values = [$this->pick([null, 1, '2', true, 1.5]), $this->pick([3, '4', null, 'x'])];
        $this->fetchSome($this->must($sql, fn() => pg_query_params($this->db, $sql, $this->percent(90) ? $values : [1])));
    }

    protected function prepared(): void
    {
        $name = $this->pick(['', 'p1', 'p2']);
        $this->call("prepare $name", fn() => pg_prepare($this->db, $name, "SELECT id, s FROM $this->table WHERE id < $1 ORDER BY id"));
        $this->nap();
        $this->fetchSome($this->must('execute', fn() => pg_execute($this->db, $name, [$this->between(0, 7)])));
    }

    protected function sent(): void
    {
        $sql = $this->question();
        $this->must("send $sql", fn() => match ($this->between(0, 2)) {
            0 => pg_send_query($this->db, $sql),
            1 => pg_send_query_params($this->db, 'SELECT $1::int + 1 AS n, pg_sleep(0.002)', [$this->between(0, 9)]),
            2 => pg_send_prepare($this->db, $this->prefix . bin2hex($this->bytes(4)), "SELECT id FROM $this->table WHERE id = $1"),
        });
        $this->nap();
        $this->percent(20) && $this->call('busy or not', fn() => is_bool(pg_connection_busy($this->db)));
        if ($this->percent(10)) {
            $this->call('cancelled', fn() => pg_cancel_query($this->db));
        }
        $most = $this->shared || $this->percent(80) ? 9 : 1;
        while ($most-- > 0 && $result = $this->call('result', fn() => pg_get_result($this->db))) {
            $this->fetchSome($result);
        }
        $this->percent(30) && !$this->shared && $this->call('another', fn() => pg_query($this->db, 'SELECT 5 AS five'));
    }

    protected function wrong(): void
    {
        $sql = $this->pick(['SELEC 1', "SELECT nothing FROM $this->table", "INSERT INTO $this->table (s) VALUES ('one')", '', 'SELECT 1/0',
            "SELECT 'x'::int", "DO $$ BEGIN RAISE EXCEPTION 'mine' USING DETAIL = 'more', HINT = 'less'; END $$"]);
        if ($this->percent(50)) {
            $this->call($sql, fn() => pg_query($this->db, $sql));
        } else {
            $this->call('send', fn() => pg_send_query($this->db, $sql));
            $result = $this->must('result', fn() => pg_get_result($this->db));
            $this->call('fields', fn() => array_map(fn($field) => pg_result_error_field($result, $field), [PGSQL_DIAG_SEVERITY, PGSQL_DIAG_SQLSTATE,
                PGSQL_DIAG_MESSAGE_PRIMARY, PGSQL_DIAG_MESSAGE_DETAIL, PGSQL_DIAG_MESSAGE_HINT, PGSQL_DIAG_STATEMENT_POSITION]));
            $this->call('end', fn() => pg_get_result($this->db));
        }
        $this->call('error', fn() => [pg_last_error($this->db), pg_transaction_status($this->db), pg_connection_status($this->db)]);
    }

    protected function transaction(): void
    {
        $sql = $this->pick(['BEGIN', 'BEGIN ISOLATION LEVEL SERIALIZABLE', 'COMMIT', 'ROLLBACK', 'SAVEPOINT p', 'ROLLBACK TO p', 'BEGIN; SELECT 1/0']);
        $this->call($sql, fn() => pg_query($this->db, $sql));
        $this->call('status', fn() => pg_transaction_status($this->db));
    }

    protected function whole(): void
    {
        $this->call('begin', fn() => pg_query($this->db, 'BEGIN'));
        $this->call('insert', fn() => pg_query_params($this->db, "INSERT INTO $this->table (i) VALUES ($1)", [1]));
        $this->nap();
        $this->call('count', fn() => pg_fetch_all(pg_query($this->db, "SELECT COUNT(*) AS n FROM $this->table")));
        $sql = $this->pick(['COMMIT', 'ROLLBACK']);
        $this->call($sql, fn() => pg_query($this->db, $sql));
    }

    protected function copy(): void
    {
        pg_transaction_status($this->db);
        $this->call('rows', fn() => pg_copy_from($this->db, "$this->table (i, s)", ["901\tA\n", "902\t\\N\n", $this->percent(10) ? "x\ty\n" : "903\tC\n"]));
        $this->call('out', fn() => pg_copy_to($this->db, "(SELECT i, s FROM $this->table WHERE i > 900 ORDER BY i, id LIMIT 5)", ';', 'nil'));
        if ($this->percent(50) && $this->call('by hand', fn() => pg_query($this->db, "COPY $this->table (i, s) FROM STDIN"))) {
            for ($i = $this->between(0, 3); $i > 0; $i--) {
                $this->call('line', fn() => pg_put_line($this->db, "95$i\tby hand\n"));
                $this->nap();
            }
            $this->call('end', fn() => [pg_put_line($this->db, "\\.\n"), pg_end_copy($this->db)]);
        }
        $this->call('delete', fn() => pg_affected_rows(pg_query($this->db, "DELETE FROM $this->table WHERE i > 900 OR s = 'by hand'")));
    }

    protected function cursor(): void
    {
        $name = $this->prefix . 'cursor';
        $this->call('begin', fn() => pg_query($this->db, "BEGIN; DECLARE $name SCROLL CURSOR FOR SELECT id, s FROM $this->table ORDER BY id"));
        for ($i = $this->between(1, 4); $i > 0; $i--) {
            $what = $this->pick(['NEXT', 'PRIOR', 'ABSOLUTE 2', 'FORWARD ALL', 'RELATIVE -2']);
            $this->call($what, fn() => pg_fetch_all(pg_query($this->db, "FETCH $what FROM $name")));
            $this->nap();
        }
        $this->call('end', fn() => pg_query($this->db, 'COMMIT'));
    }

    protected function largeObject(): void
    {
        $bytes = $this->bytes($this->pick([10, 9000, 60000]));
        $this->call('begin', fn() => pg_query($this->db, 'BEGIN'));
        $oid = pg_lo_create($this->db);
        $this->note('made', (bool) $oid);
        $object = $oid ? pg_lo_open($this->db, $oid, 'rw') : false;
        if (!$object) {
            $this->call('roll back', fn() => pg_query($this->db, 'ROLLBACK'));
            return;
        }
        $this->call('write', fn() => pg_lo_write($object, $bytes));
        $this->nap();
        $at = $this->between(0, strlen($bytes));
        $this->call('read', fn() => [pg_lo_seek($object, $at), pg_lo_read($object, 300), pg_lo_tell($object), pg_lo_truncate($object, $at)]);
        $this->percent(50) && $this->call('close', fn() => pg_lo_close($object));
        $this->percent(30) && $this->call('unlink', fn() => pg_lo_unlink($this->db, $oid));
        $sql = $this->pick(['COMMIT', 'ROLLBACK']);
        $this->call($sql, fn() => pg_query($this->db, $sql));
        $this->call('late', fn() => pg_lo_read($object, 10));
    }

    protected function notify(): void
    {
        $this->call('listen', fn() => pg_query($this->db, "LISTEN {$this->prefix}g"));
        $this->call('nothing', fn() => pg_get_notify($this->db));
        if ($this->percent(50)) {
            $this->call('own', fn() => pg_query($this->db, "NOTIFY {$this->prefix}g, 'own'"));
        } else {
            $other = $this->connect();
            $this->call('another', fn() => pg_query($other, "NOTIFY {$this->prefix}g, 'another'"));
            $this->call('any query', fn() => pg_query($this->db, 'SELECT pg_sleep(0.03)'));
        }
        $this->call('got', fn() => ($notice = pg_get_notify($this->db)) ? array_diff_key($notice, ['pid' => 1]) : $notice);
        $this->call('unlisten', fn() => pg_query($this->db, 'UNLISTEN *'));
    }

    protected function arrays(): void
    {
        $s = $this->text();
        $this->call('insert', fn() => pg_insert($this->db, $this->table, ['i' => 70, 's' => $s], $this->pick([PGSQL_DML_EXEC, PGSQL_DML_STRING])));
        $this->call('update', fn() => pg_update($this->db, $this->table, ['d' => '5.25'], ['i' => 70]));
        $this->call('select', fn() => pg_select($this->db, $this->table, ['i' => 70]) ?: []);
        $this->call('convert', fn() => pg_convert($this->db, $this->table, ['i' => 'x']));
        $this->call('metadata', fn() => array_keys(pg_meta_data($this->db, $this->table)));
        $this->call('delete', fn() => pg_delete($this->db, $this->table, ['i' => 70]));
    }

    protected function limited(): void
    {
        $this->call('limit', fn() => pg_query($this->db, 'SET statement_timeout = 20'));
        $this->call('too long', fn() => pg_query($this->db, 'SELECT pg_sleep(5)'));
        $this->call('no limit', fn() => pg_query($this->db, 'SET statement_timeout = 0'));
    }

    protected function killed(): void
    {
        $id = pg_get_pid($this->db);
        $killer = $this->connect();
        $this->call('kill', fn() => pg_fetch_result(pg_query($killer, "SELECT pg_terminate_backend($id, 2000)"), 0, 0));
        $this->call('lost', fn() => pg_query($this->db, 'SELECT 1 AS one'));
        $this->call('status', fn() => [pg_connection_status($this->db), pg_last_error($this->db), pg_transaction_status($this->db)]);
        if ($this->percent(50)) {
            $this->call('reset', fn() => [pg_connection_reset($this->db), pg_connection_status($this->db)]);
        } else {
            $this->call('close', fn() => pg_close($this->db));
            $this->call('closed', fn() => pg_query($this->db, 'SELECT 1'));
            $this->db = $this->must('connect', fn() => $this->connect());
        }
        $this->call('then', fn() => pg_fetch_all(pg_query($this->db, 'SELECT 2 AS two')));
    }

    protected function refused(): void
    {
        $s = $this->server;
        $this->call('port', fn() => pg_connect("host=127.0.0.1 port={$this->deadPort()} dbname=a user=b password=c", PGSQL_CONNECT_FORCE_NEW));
        $this->call('password', fn() => pg_connect("host=127.0.0.1 port=$s[port] dbname=$s[database] user=$s[user] password=wrong", PGSQL_CONNECT_FORCE_NEW));
        $this->call('option', fn() => $this->connect('nosuch=1'));
        $this->call('persistent', fn() => ($p = pg_pconnect("host=127.0.0.1 port=$s[port] dbname=$s[database] user=$s[user] password=$s[password]
            application_name=$this->prefix")) ? pg_fetch_all(pg_query($p, 'SELECT 3 AS three')) : $p);
    }

    protected function facts(): void
    {
        $this->call('facts', fn() => [pg_dbname($this->db), pg_version($this->db)['server'] ?? null, pg_parameter_status($this->db, 'server_encoding'),
            pg_client_encoding($this->db), pg_set_client_encoding($this->db, $this->pick(['UTF8', 'LATIN1', 'NONE'])), pg_client_encoding($this->db),
            pg_ping($this->db), pg_tty($this->db), pg_set_error_verbosity($this->db, $this->between(0, 2)), is_resource(pg_socket($this->db)),
            pg_flush($this->db), pg_consume_input($this->db)]);
    }

    protected function notices(): void
    {
        $this->call('notice', fn() => pg_query($this->db, "DO $$ BEGIN RAISE NOTICE 'first'; PERFORM pg_sleep(0.002); RAISE WARNING 'second'; END $$"));
        $this->call('all', fn() => [pg_last_notice($this->db, PGSQL_NOTICE_ALL), pg_last_notice($this->db), pg_last_notice($this->db, PGSQL_NOTICE_CLEAR)]);
    }

    protected function traced(): void
    {
        $file = tempnam('/tmp', 'same');
        $this->call('trace', fn() => [pg_trace($file, 'w', $this->db), pg_query($this->db, 'SELECT 4 AS four'), pg_untrace($this->db), filesize($file) > 0]);
        unlink($file);
    }

    protected function escapes(): void
    {
        $text = $this->text();
        $this->call('escape', fn() => [pg_escape_string($this->db, $text), pg_escape_bytea($this->db, $text), pg_escape_identifier($this->db, $text)]);
    }

    protected function asyncConnect(): void
    {
        $db = $this->must('begin', fn() => $this->connect('', PGSQL_CONNECT_ASYNC | PGSQL_CONNECT_FORCE_NEW));
        for ($i = 0; $i < 5000 && !in_array($status = pg_connect_poll($db), [PGSQL_POLLING_OK, PGSQL_POLLING_FAILED], true); $i++) {
            usleep(200);
        }
        $this->note('status', $status);
        $this->call('then', fn() => pg_fetch_all(pg_query($db, 'SELECT 6 AS six')));
    }
}
