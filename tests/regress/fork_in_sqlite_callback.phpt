--TEST--
A fork while another flow is in a callback of SQLite: the child ends without SQLite's lock, which the parent holds (lifetime rule 12)
--EXTENSIONS--
pcntl
pdo
pdo_sqlite
sqlite3
--ENV--
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:exitcode=139
--FILE--
<?php
use function Async\{await, spawn, suspend};

function fork_a_child(): string
{
    suspend();
    $child = pcntl_fork();
    if ($child === 0) {
        // A lock that is never released would block for ever.
        pcntl_signal(SIGALRM, SIG_DFL);
        pcntl_alarm(getenv('ASYNC_TEST_TOOL') ? 200 : 20);
        // The child can use SQLite.
        $own = (new PDO('sqlite::memory:'))->query('SELECT 3')->fetchColumn() + (new SQLite3(':memory:'))->querySingle('SELECT 4');
        register_shutdown_function(fn() => exit($own));
        return '';
    }
    pcntl_waitpid($child, $status);
    return pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
}

/** Waits for the child at the first call. */
function slow(mixed $value = 1): mixed
{
    global $child;
    $child ??= await(spawn(fork_a_child(...)));
    return $value;
}

function collate(string $a, string $b): int
{
    slow();
    return strcmp($a, $b);
}

function pdo(array $options = []): PDO
{
    $pdo = new PDO('sqlite::memory:', options: $options);
    $pdo->sqliteCreateFunction('slow', 'slow');
    $pdo->sqliteCreateAggregate('slow_step', 'slow', fn() => 1);
    $pdo->sqliteCreateAggregate('slow_end', fn() => 1, 'slow');
    $pdo->sqliteCreateCollation('slow', 'collate');
    return $pdo;
}

function sqlite3(): SQLite3
{
    $sqlite = new SQLite3(':memory:');
    $sqlite->createFunction('slow', 'slow');
    $sqlite->createAggregate('slow_step', 'slow', fn() => 1);
    $sqlite->createAggregate('slow_end', fn() => 1, 'slow');
    $sqlite->createCollation('slow', 'collate');
    return $sqlite;
}

$sorts = "SELECT * FROM (SELECT 'a' x UNION ALL SELECT 'b') ORDER BY x COLLATE slow";
$rows = 'SELECT 1 UNION ALL SELECT slow(2)';
$calls = [
    'PDO::query()' => fn() => pdo()->query('SELECT slow()'),
    'PDO::query(), persistent' => fn() => pdo([PDO::ATTR_PERSISTENT => true])->query('SELECT slow()'),
    'PDO::exec()' => fn() => pdo()->exec('CREATE TABLE t AS SELECT slow()'),
    'PDO, aggregate' => fn() => pdo()->query('SELECT slow_step(1)'),
    'PDO, end of an aggregate' => fn() => pdo()->query('SELECT slow_end(1)'),
    'PDO, collation' => fn() => pdo()->query($sorts),
    'PDO, transaction' => function () { ($pdo = pdo())->beginTransaction(); $pdo->exec('SELECT slow()'); $pdo->commit(); },
    'PDOStatement::execute()' => fn() => pdo()->prepare('SELECT slow(?)')->execute([1]),
    'PDOStatement::fetchAll()' => fn() => pdo()->query($rows)->fetchAll(),
    'foreach over a PDOStatement' => function () use ($rows) { foreach (pdo()->query($rows) as $row); },
    'PDO, with another statement' => function () {
        global $kept;
        $kept = ($pdo = pdo())->prepare('SELECT 1');
        $pdo->query('SELECT slow()');
    },
    'SQLite3::query()' => fn() => sqlite3()->query('SELECT slow()')->fetchArray(),
    'SQLite3::querySingle()' => fn() => sqlite3()->querySingle('SELECT slow()'),
    'SQLite3::exec()' => fn() => sqlite3()->exec('CREATE TABLE t AS SELECT slow()'),
    'SQLite3, aggregate' => fn() => sqlite3()->querySingle('SELECT slow_step(1)'),
    'SQLite3, end of an aggregate' => fn() => sqlite3()->querySingle('SELECT slow_end(1)'),
    'SQLite3, collation' => fn() => sqlite3()->querySingle($sorts),
    'SQLite3, authorizer' => function () {
        ($sqlite = sqlite3())->setAuthorizer(fn() => slow(SQLite3::OK));
        $sqlite->querySingle('SELECT 1');
    },
    'SQLite3Stmt::execute()' => fn() => sqlite3()->prepare('SELECT slow()')->execute(),
    'SQLite3Result::fetchArray()' => function () use ($rows) { $result = sqlite3()->query($rows); while ($result->fetchArray()); },
    'SQLite3, with another statement and result' => function () {
        global $kept;
        $sqlite = sqlite3();
        $kept = [$sqlite->prepare('SELECT 1'), $sqlite->query('SELECT 1')];
        $sqlite->querySingle('SELECT slow()');
    },
];
$flows = [
    'before the first async call' => fn($call) => $call(),
    'main' => fn($call) => $call(),
    'a coroutine' => fn($call) => await(spawn($call)),
    'a Fiber' => fn($call) => (new Fiber($call))->start(),
];
$count = 0;
foreach ($flows as $flow => $in) {
    foreach ($calls as $what => $call) {
        $child = null;
        $in($call);
        $count++;
        $child === 'exit 7' || print("$what in $flow: $child\n");
        if ($flow === 'before the first async call') {
            break;
        }
    }
}
echo $count === 1 + 3 * count($calls) ? "every child ended\n" : "$count calls\n";
?>
--EXPECT--
every child ended
