<?php
/* PDO pgsql. */

require_once __DIR__ . '/pdo.php';

final class PdoPgsql_Client extends Pdo_Client
{
    public const SERVER = 'pgsql';
    protected const OPERATIONS = ['query' => 20, 'exec' => 10, 'prepared' => 10, 'parameters' => 10, 'variables' => 4, 'blob' => 4,
        'again' => 4, 'wrong' => 8, 'transaction' => 12, 'whole' => 6, 'attributes' => 3, 'reconnect' => 3, 'nested' => 4, 'cursor' => 6,
        'copy' => 6, 'largeObject' => 5, 'notify' => 5, 'limited' => 4, 'refused' => 2, 'killed' => 2, 'types' => 5];
    protected const ALONE = ['whole', 'query', 'parameters', 'nested', 'types', 'cursor', 'copy'];

    protected function connect(): PDO
    {
        $options = [];
        foreach ([PDO::ATTR_EMULATE_PREPARES => [true, false], PDO::PGSQL_ATTR_DISABLE_PREPARES => [true]] as $name => $values) {
            if ($this->percent(25)) {
                $options[$name] = $this->pick($values);
            }
        }
        $s = $this->server;
        $where = $this->percent(25) ? "host=$s[socket_folder]" : 'host=127.0.0.1' . ($this->percent(20) ? ';sslmode=require' : '');
        return new PDO("pgsql:$where;port=$s[port];dbname=$s[database]", $s['user'], $s['password'], $options);
    }

    protected function tableDefinition(): string
    {
        return 'id SERIAL PRIMARY KEY, i BIGINT, d NUMERIC(10,3), f DOUBLE PRECISION, s VARCHAR(40), b BYTEA, t BOOLEAN DEFAULT true,'
            . " a INT[] DEFAULT '{1,2}', j JSONB DEFAULT '{\"a\": 1}'";
    }

    protected function types(): void
    {
        $statement = $this->must('query', fn() => $this->db->query("SELECT 1::smallint AS a, 2::bigint AS b, 'x'::char(3) AS c, true AS t, NULL::int AS n,
            1.50::numeric AS d, '2001-02-03'::date AS e, '{1,2}'::int[] AS g, '\\x00ff'::bytea AS h, 'x'::xml AS k, 1e10::real AS r"));
        $this->call('row', fn() => $statement->fetch(PDO::FETCH_ASSOC));
        $this->call('metadata', fn() => array_map(fn($n) => array_diff_key($statement->getColumnMeta($n), ['pgsql:table_oid' => 1]), range(0, 10)));
    }

    protected function cursor(): void
    {
        $this->call('begin', fn() => $this->db->beginTransaction());
        $statement = $this->must('prepare', fn() => $this->db->prepare("SELECT id, s FROM {$this->prefix}t ORDER BY id",
            [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]));
        $this->call('execute', fn() => $statement->execute());
        for ($i = $this->between(1, 6); $i > 0; $i--) {
            $where = $this->between(0, 5);
            $this->call("fetch $where", fn() => $statement->fetch(PDO::FETCH_NUM, $where, $this->between(-3, 4)));
            $this->nap();
        }
        $this->percent(50) && $this->call('close', fn() => $statement->closeCursor());
        $this->call('commit', fn() => $this->db->commit());
        $this->call('late', fn() => $statement->fetch());
    }

    protected function copy(): void
    {
        $t = "{$this->prefix}t (i, s)";
        $rows = [];
        for ($i = $this->between(1, 6); $i > 0; $i--) {
            $rows[] = $this->between(100, 999) . "\t" . $this->pick(['a', '\\N', 'b c', $this->percent(10) ? "x\ty" : 'z']);
        }
        $this->call('into', fn() => $this->db->pgsqlCopyFromArray($t, $rows));
        $file = tempnam('/tmp', 'same');
        $this->call('to a file', fn() => [$this->db->pgsqlCopyToFile($this->prefix . 't', $file, ';', 'none', 'i, s'), file_get_contents($file)]);
        $this->call('from a file', fn() => $this->db->pgsqlCopyFromFile($t, $file, ';', 'none'));
        unlink($file);
        $this->call('out', fn() => $this->db->pgsqlCopyToArray($this->prefix . 't', ',', 'nil', 'i, s'));
        $this->call('wrong', fn() => $this->db->pgsqlCopyFromArray('nowhere', ['1']));
        $this->call('delete', fn() => $this->db->exec("DELETE FROM {$this->prefix}t WHERE id > 12"));
    }

    protected function largeObject(): void
    {
        $bytes = $this->bytes($this->pick([10, 9000, 100000]));
        $this->call('begin', fn() => $this->db->beginTransaction());
        $oid = $this->db->pgsqlLOBCreate();
        $this->note('created', is_string($oid));
        $stream = null;
        $this->must('open', function () use (&$stream, $oid) {
            $stream = $oid ? $this->db->pgsqlLOBOpen($oid, 'w+') : null;
            return is_resource($stream);
        });
        $this->call('write', fn() => fwrite($stream, $bytes));
        $this->nap();
        $at = $this->between(0, strlen($bytes));
        $this->call('seek', fn() => [fseek($stream, $at), ftell($stream), fread($stream, 500), feof($stream)]);
        $this->percent(50) && $this->call('rest', fn() => [rewind($stream), md5(stream_get_contents($stream))]);
        $this->percent(50) && $stream = null;
        $this->call('unlink', fn() => $this->db->pgsqlLOBUnlink($oid));
        $this->percent(50) ? $this->call('commit', fn() => $this->db->commit()) : $this->call('roll back', fn() => $this->db->rollBack());
        $this->call('late', fn() => $stream ? fread($stream, 10) : null);
        $this->call('gone', fn() => $this->db->pgsqlLOBOpen('1', 'r'));
    }

    protected function notify(): void
    {
        $this->call('listen', fn() => $this->db->exec("LISTEN {$this->prefix}channel"));
        $this->percent(50) && $this->call('nothing', fn() => $this->db->pgsqlGetNotify(PDO::FETCH_ASSOC, $this->between(0, 3)));
        $this->call('notify', fn() => $this->db->exec("NOTIFY {$this->prefix}channel, 'hello'"));
        $got = $this->call('got', function () {
            $notice = $this->db->pgsqlGetNotify(PDO::FETCH_ASSOC, 1000);
            unset($notice['pid']);
            return $notice;
        });
        $this->call('unlisten', fn() => $this->db->exec('UNLISTEN *'));
    }

    protected function limited(): void
    {
        $this->call('limit', fn() => $this->db->exec('SET statement_timeout = 20'));
        $this->call('too long', fn() => $this->db->query('SELECT pg_sleep(5)'));
        $this->call('state', fn() => [$this->db->inTransaction(), $this->db->errorInfo()]);
        $this->call('no limit', fn() => $this->db->exec('SET statement_timeout = 0'));
        $this->call('short', fn() => $this->db->query('SELECT pg_sleep(0.005)')?->fetchAll());
    }

    protected function killed(): void
    {
        $id = (int) $this->db->query('SELECT pg_backend_pid() AS id')?->fetchColumn();
        $killer = new PDO("pgsql:host=127.0.0.1;port={$this->server['port']};dbname={$this->server['database']}", $this->server['user'],
            $this->server['password']);
        $this->call('kill', fn() => $id && $killer->query("SELECT pg_terminate_backend($id, 2000)")->fetchColumn());
        $this->call('lost', fn() => $this->db->query('SELECT 1 AS one'));
        $this->call('again', fn() => $this->db->query('SELECT 1 AS one'));
        $this->call('in transaction', fn() => $this->db->inTransaction());
        $this->kept = $this->db = null;
        $this->db = $this->must('connect', fn() => $this->connect());
    }

    protected function refused(): void
    {
        $s = $this->server;
        $this->call('port', fn() => new PDO("pgsql:host=127.0.0.1;port={$this->deadPort()};dbname=a", 'a', 'b'));
        $this->call('password', fn() => new PDO("pgsql:host=127.0.0.1;port=$s[port];dbname=$s[database]", $s['user'], 'wrong'));
        $this->call('database', fn() => new PDO("pgsql:host=127.0.0.1;port=$s[port];dbname=none", $s['user'], $s['password']));
        $this->call('socket', fn() => new PDO('pgsql:host=/nowhere', $s['user'], $s['password']));
    }
}
