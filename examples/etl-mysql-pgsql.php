<?php
/*
 * Copy a table from MySQL to PostgreSQL with plain PDO: some coroutines read, some write, each with a connection of its
 * own, and a channel between them holds a limited number of batches. The faster side waits for the other one. --help
 * shows the options. Without --from and --to it starts both servers itself and copies 20,000 rows.
 *
 *     read ──┐                        ┌── write
 *     read ──┼── transform ── channel ┼── write         a row is written once or again, so the copy may be repeated
 *     read ──┘                        └── write
 */
declare(strict_types=1);

use Async\{Channel, PooledPDO, Scope};
use function Async\{await, delay, spawn};

const USAGE = <<<'TEXT'
usage: etl-mysql-pgsql.php [option ...]

  -f, --from DSN         where to read, such as "mysql:host=db1;dbname=shop;user=me;password=secret"
  -t, --to DSN           where to write, such as "pgsql:host=db2;dbname=shop;user=me;password=secret"
  -r, --readers N        number of connections that read (3)
  -w, --writers N        number of connections that write (3)
  -b, --batch N          rows of a query (500)
  -q, --queue N          batches that are read and not yet written (6)
  -h, --help             this text

Exit status: 0 if all was copied, 1 if not, 2 if the arguments are wrong.

TEXT;

/* The table: with another one, create_source() has no use any more. */
const SOURCE = 'SELECT id, customer, cents, currency, created_at, note FROM orders WHERE id BETWEEN ? AND ? ORDER BY id';
const RANGE = 'SELECT min(id), max(id) FROM orders';
const TARGET = 'CREATE TABLE IF NOT EXISTS orders (id BIGINT PRIMARY KEY, customer TEXT NOT NULL, amount NUMERIC(12, 2) NOT NULL,'
    . ' currency CHAR(3) NOT NULL, created TIMESTAMPTZ NOT NULL, note TEXT)';
const COLUMNS = ['id', 'customer', 'amount', 'currency', 'created', 'note'];

/**
 * @param array<string, scalar> $row
 * @return list<scalar|null> a row as the target has it
 */
function transform(array $row): array
{
    return [
        $row['id'],
        trim((string) $row['customer']),
        sprintf('%d.%02d', intdiv((int) $row['cents'], 100), (int) $row['cents'] % 100),
        strtoupper((string) $row['currency']),
        "$row[created_at]Z",
        $row['note'] === '' ? null : $row['note'],
    ];
}

exit(main(array_slice($argv, 1)));

/** @param list<string> $arguments */
function main(array $arguments): int
{
    try {
        $options = read_arguments($arguments);
        if ($options['help']) {
            echo USAGE;
            return 0;
        }
        foreach (['pdo_mysql', 'pdo_pgsql'] as $extension) {
            extension_loaded($extension) || throw new InvalidArgumentException("this needs PHP's $extension extension");
        }
        $isDemo = $options['from'] === null;
        if ($isDemo) {
            [$options['from'], $options['to']] = start_servers();
        }
        $from = new PooledPDO((string) $options['from'], max: $options['readers']);
        $to = new PooledPDO((string) $options['to'], max: $options['writers']);
        if ($isDemo) {
            create_source($from);
        }
        $copy = new Copy($from, $to, $options);
        $copy->run();
        return $isDemo && !is_equal($from, $to) ? 1 : 0;
    } catch (InvalidArgumentException $error) {
        fwrite(STDERR, "etl-mysql-pgsql: {$error->getMessage()}\netl-mysql-pgsql --help shows how it is used\n");
        return 2;
    } catch (PDOException $error) {
        fwrite(STDERR, "etl-mysql-pgsql: {$error->getMessage()}\n");
        return 1;
    }
}

final class Copy
{
    /** @var Channel<list<list<scalar|null>>> */
    private Channel $batches;
    private int $next;
    private int $last;
    private int $reading;
    /** @var array{rows: int, batches: int, waited: float} waited: seconds spent waiting for the other side */
    private array $read = ['rows' => 0, 'batches' => 0, 'waited' => 0.0];
    /** @var array{rows: int, batches: int, waited: float} */
    private array $written = ['rows' => 0, 'batches' => 0, 'waited' => 0.0];

    /** @param array{help: bool, from: ?string, to: ?string, readers: int, writers: int, batch: int, queue: int} $options */
    public function __construct(private PooledPDO $from, private PooledPDO $to, private array $options)
    {
        /** @var Channel<list<list<scalar|null>>> $batches */
        $batches = new Channel($options['queue']);
        $this->batches = $batches;
        $this->reading = $options['readers'];
    }

    /** The first error ends the whole copy and is thrown. */
    public function run(): void
    {
        $start = microtime(true);
        $this->to->exec(TARGET);
        $this->to->release();
        [$this->next, $this->last] = array_map(intval(...), fetch_row($this->from, RANGE));
        $this->from->release();

        $scope = new Scope;
        for ($i = 0; $i < $this->options['readers']; $i++) {
            $scope->spawn($this->read(...));
        }
        for ($i = 0; $i < $this->options['writers']; $i++) {
            $scope->spawn($this->write(...));
        }
        $scope->awaitCompletion();
        $this->show_progress(true);
        $this->print_table(microtime(true) - $start);
    }

    private function read(): void
    {
        $query = $this->from->prepare(SOURCE);
        while ($this->next <= $this->last) {
            $first = $this->next;
            $this->next += $this->options['batch'];
            $query->execute([$first, $this->next - 1]);
            /** @var list<array<string, scalar>> $rows */
            $rows = $query->fetchAll(PDO::FETCH_ASSOC);
            $batch = array_map(transform(...), $rows);
            if ($batch) {
                $this->read['rows'] += count($batch);
                $this->read['batches']++;
                $start = microtime(true);
                $this->batches->send($batch);
                $this->read['waited'] += microtime(true) - $start;
            }
        }
        if (--$this->reading === 0) {
            $this->batches->close();
        }
    }

    private function write(): void
    {
        $updates = implode(', ', array_map(fn($name) => "$name = excluded.$name", array_slice(COLUMNS, 1)));
        $statements = [];
        $start = microtime(true);
        foreach ($this->batches as $batch) {
            $this->written['waited'] += microtime(true) - $start;
            $insert = $statements[count($batch)] ??= $this->to->prepare('INSERT INTO orders (' . implode(', ', COLUMNS) . ') VALUES '
                . implode(', ', array_fill(0, count($batch), '(' . implode(', ', array_fill(0, count(COLUMNS), '?')) . ')'))
                . " ON CONFLICT (id) DO UPDATE SET $updates");
            $insert->execute(array_merge(...$batch));   // all of the batch or nothing
            $this->written['rows'] += count($batch);
            $this->written['batches']++;
            $this->show_progress();
            $start = microtime(true);
        }
        $this->written['waited'] += microtime(true) - $start;
    }

    private function show_progress(bool $isOver = false): void
    {
        static $isTerminal = null;
        if ($isTerminal ??= stream_isatty(STDERR)) {
            fprintf(STDERR, $isOver ? "\r\e[K" : "\r\e[K%d rows read, %d written, %d batches between", $this->read['rows'],
                $this->written['rows'], count($this->batches));
        }
    }

    private function print_table(float $seconds): void
    {
        printf("%-8s  %11s  %8s  %8s  %18s\n", '', 'Connections', 'Rows', 'Batches', 'Waited for others');
        foreach (['Read' => [$this->read, 'readers'], 'Written' => [$this->written, 'writers']] as $name => [$counts, $who]) {
            printf("%-8s  %11d  %8d  %8d  %16.2f s\n", $name, $this->options[$who], $counts['rows'], $counts['batches'], $counts['waited']);
        }
        printf("\n%d rows in %.2f s\n", $this->written['rows'], $seconds);
    }
}

// ---- arguments ---------------------------------------------------------------------------------

/**
 * @param list<string> $arguments
 * @return array{help: bool, from: ?string, to: ?string, readers: int, writers: int, batch: int, queue: int}
 */
function read_arguments(array $arguments): array
{
    $options = ['help' => false, 'from' => null, 'to' => null, 'readers' => 3, 'writers' => 3, 'batch' => 500, 'queue' => 6];
    $names = ['f' => 'from', 't' => 'to', 'r' => 'readers', 'w' => 'writers', 'b' => 'batch', 'q' => 'queue', 'h' => 'help'];
    while (($argument = array_shift($arguments)) !== null) {
        $isOption = preg_match('~^(?:-(\w)(.+)?|--([\w-]+)(?:=(.*))?)$~s', $argument, $match, PREG_UNMATCHED_AS_NULL);
        $name = $isOption ? $names[$match[1] ?? ''] ?? $match[3] : null;
        if (!in_array($name, $names, true)) {
            throw new InvalidArgumentException("unknown argument $argument");
        }
        if ($name === 'help') {
            $options['help'] = true;
            continue;
        }
        $value = $match[2] ?? $match[4] ?? array_shift($arguments) ?? throw new InvalidArgumentException("$argument needs a value");
        if ($name === 'from' || $name === 'to') {
            $options[$name] = $value;
        } else {
            $options[$name] = filter_var($value, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 5000]])
                ?: throw new InvalidArgumentException("--$name must be a whole number from 1 to 5000, not \"$value\"");
        }
    }
    if (isset($options['from']) !== isset($options['to'])) {
        throw new InvalidArgumentException('--from and --to belong together');
    }
    return $options;
}

// ---- servers of the demonstration --------------------------------------------------------------

function create_source(PooledPDO $db): void
{
    $db->exec("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(80), cents INT, currency CHAR(3), created_at DATETIME, note TEXT)");
    $db->exec("INSERT INTO orders SELECT seq, CONCAT(' Customer ', seq % 977), seq * 37 % 100000, IF(seq % 5, 'eur', 'usd'),
        '2025-01-01' + INTERVAL seq MINUTE, IF(seq % 3, CONCAT('Grüße ', seq), '') FROM seq_1_to_20000");
    $db->release();
}

/** @return list<scalar> the first row */
function fetch_row(PDO $db, string $query): array
{
    $statement = $db->query($query);
    assert($statement !== false);
    /** @var list<scalar> $row */
    $row = $statement->fetch(PDO::FETCH_NUM);
    return $row;
}

function is_equal(PDO $from, PDO $to): bool
{
    $a = fetch_row($from, "SELECT count(*), sum(cents), count(nullif(note, '')), max(created_at) FROM orders");
    $b = fetch_row($to, "SELECT count(*), sum(amount * 100)::bigint, count(note), max(created AT TIME ZONE 'UTC') FROM orders");
    $isEqual = array_map(strval(...), $a) === array_map(strval(...), $b);
    echo $isEqual ? 'Both have ' : 'DIFFERENT: ' . json_encode($a) . ' and ', json_encode($b), "\n";
    return $isEqual;
}

/** @return array{string, string} their DSNs. The servers and their data end with this process. */
function start_servers(): array
{
    $mariadb = find_program('mariadbd');
    $install = find_program('mariadb-install-db');
    $postgres = find_program('postgres');
    $initdb = find_program('initdb');
    $folder = sys_get_temp_dir() . '/etl-' . getmypid();
    mkdir($folder, 0755);
    /** @var list<resource> $processes */
    $processes = [];
    register_shutdown_function(function () use (&$processes, $folder) {
        foreach ($processes as $process) {
            proc_terminate($process, 3);    // immediate shutdown of PostgreSQL
        }
        array_map(proc_close(...), $processes);
        exec('rm -rf ' . escapeshellarg($folder));
    });
    // Both at the same time.
    $mysql = spawn(function () use ($mariadb, $install, $folder, &$processes) {
        $common = ["--datadir=$folder/mysql", "--tmpdir=$folder", ...is_root() ? ['--user=root'] : []];
        run([$install, '--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', ...$common], "$folder/log");
        $processes[] = run([$mariadb, '--no-defaults', '--skip-networking', "--socket=$folder/socket", "--pid-file=$folder/pid", '--skip-log-bin',
            '--innodb-flush-log-at-trx-commit=0', ...$common], "$folder/log", false);
        $dsn = "mysql:unix_socket=$folder/socket;charset=utf8mb4;user=root";
        connect($dsn)->exec('CREATE DATABASE shop');
        return "$dsn;dbname=shop";
    });
    mkdir("$folder/pgsql", 0700);
    $asUser = [];
    if (is_root()) {
        // PostgreSQL does not run as root. By number: chown() of a debug ZTS build of PHP finds no names.
        chown("$folder/pgsql", (int) shell_exec('id -u postgres'));
        $asUser = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
    }
    run([...$asUser, $initdb, '--no-sync', '-D', "$folder/pgsql", '-U', 'etl', '-E', 'UTF8', '--locale=C', '--auth=trust'], "$folder/log");
    $processes[] = run([...$asUser, $postgres, '-D', "$folder/pgsql", '-c', 'listen_addresses=', '-c', "unix_socket_directories=$folder/pgsql",
        '-c', 'fsync=off'], "$folder/log", false);
    $pgsql = "pgsql:host=$folder/pgsql;dbname=postgres;user=etl";
    connect($pgsql);
    return [await($mysql), $pgsql];
}

function is_root(): bool
{
    return trim((string) shell_exec('id -u')) === '0';
}

function find_program(string $name): string
{
    $path = getenv('PATH') . ':/usr/local/bin:/usr/bin:/usr/sbin:/opt/homebrew/bin';
    $folders = [...explode(':', $path), ...glob('/usr/lib/postgresql/*/bin') ?: [], ...glob('/opt/homebrew/opt/postgresql*/bin') ?: []];
    foreach ($folders as $folder) {
        if (is_executable("$folder/$name")) {
            return "$folder/$name";
        }
    }
    throw new InvalidArgumentException("there is no $name here; name running servers with --from and --to");
}

/**
 * Run a program to its end, or leave it running.
 *
 * @param list<string> $command
 * @return resource
 */
function run(array $command, string $log, bool $toItsEnd = true)
{
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']], $pipes)
        ?: throw new InvalidArgumentException("$command[0] does not start");
    if ($toItsEnd && proc_close($process) !== 0) {
        throw new InvalidArgumentException("$command[0] failed:\n" . file_get_contents($log));
    }
    return $process;
}

/** The server has just been started. */
function connect(string $dsn): PDO
{
    for ($try = 1; ; $try++) {
        try {
            return new PDO($dsn);
        } catch (PDOException $e) {
            if ($try === 600) {
                throw $e;
            }
            delay(50);
        }
    }
}
