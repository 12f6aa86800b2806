--TEST--
A fork while main reads a row whose constructor waits: the child leaves the connection to the parent, in each way to iterate, also when that step began before the first async call (D28, lifetime rule 12)
--EXTENSIONS--
pcntl
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:exitcode=139
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/child.php';

foreach (['mysql', 'pgsql'] as $kind) {
    ['host' => $host, 'port' => $port, 'user' => $user, 'password' => $password] = server($kind);
    $sources[$kind] = ["$kind:host=$host;port=$port" . ($kind === 'pgsql' ? ';dbname=postgres' : ''), $user, $password];
}
$sources['sqlite'] = ['sqlite::memory:', null, null];

$program = <<<'PHP'
use function Async\{await, delay, spawn};

[$source, $user, $password, $way, $first, $row] = ARGUMENTS;
$pdo = new PDO($source, $user, $password);
$kind = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
$kind === 'mysql' && $pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$first === 'after' && delay(1);

class Row
{
    public $n;

    public function __construct()
    {
        static $rows = 0;
        if ($rows++ === $GLOBALS['row']) {
            await(spawn('forks'));
        }
    }
}

function forks(): void
{
    $child = pcntl_fork();
    if ($child === 0) {
        pcntl_signal(SIGALRM, SIG_DFL);
        pcntl_alarm(getenv('ASYNC_TEST_TOOL') ? 200 : 20);
        delay(1);
        return;
    }
    pcntl_waitpid($child, $status);
    echo $status;
}

$statement = $pdo->prepare('SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4',
    $kind === 'pgsql' ? [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL] : []);
$statement->setFetchMode(PDO::FETCH_CLASS, Row::class);
$statement->execute();
$rows = [];
switch ($way) {
    case 'foreach':
        foreach ($statement as $found) {
            $rows[] = $found;
        }
        break;
    case 'iterator_to_array':
        $rows = iterator_to_array($statement, false);
        break;
    case 'spread':
        $rows = [...$statement];
        break;
    case 'yield from':
        foreach ((function () use ($statement) { yield from $statement; })() as $found) {
            $rows[] = $found;
        }
        break;
    case 'iterator':
        foreach (new IteratorIterator($statement) as $found) {
            $rows[] = $found;
        }
        break;
    case 'getIterator':
        for ($at = $statement->getIterator(), $at->rewind(); $at->valid(); $at->next()) {
            $rows[] = $at->current();
        }
        break;
    case 'in a Fiber':
        $fiber = new Fiber(function () use ($statement, &$rows) {
            foreach ($statement as $found) {
                $rows[] = $found;
            }
        });
        $fiber->start();
        break;
    case 'fetch':
        while ($found = $statement->fetch()) {
            $rows[] = $found;
        }
        break;
    case 'fetchAll':
        $rows = $statement->fetchAll();
        break;
}
echo ' ', implode(',', array_column($rows, 'n')), ' ', $pdo->query('SELECT 5')->fetchColumn();
PHP;
$ways = ['foreach', 'iterator_to_array', 'spread', 'yield from', 'iterator', 'getIterator', 'in a Fiber', 'fetch', 'fetchAll'];
foreach ($sources as $kind => $source) {
    foreach ($ways as $way) {
        foreach ([['before', 0], ['before', 2], ['after', 2]] as [$first, $row]) {
            $arguments = var_export([...$source, $way, $first, $row], true);
            [$text, $status] = run_php(str_replace('ARGUMENTS', $arguments, $program));
            if ($text !== '0 1,2,3,4 5' || $status) {
                echo "$kind, $way, $first the first async call, row $row: $text, status $status\n";
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
