--TEST--
PDO with the option async.pool: cycles that the collector frees, memory, cancelled waits, exit() and shutdown functions, Fibers, destructors
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll, delay};

$make = fn($setting = 1) => new PDO('sqlite::memory:', null, null, ['async.pool' => $setting]);

echo "-- cycles\n";
class Holder extends PDO
{
    public mixed $self = null;
}
$cycle = new Holder('sqlite::memory:', null, null, ['async.pool' => ['onConnect' => function () use (&$cycle) {}]]);
$cycle->self = $cycle;
$cycle->query('SELECT 1');
$weak = [WeakReference::create($cycle), WeakReference::create(PooledPDO::poolOf($cycle))];
PooledPDO::releaseOf($cycle);
unset($cycle);
gc_collect_cycles();
var_dump($weak[0]->get());
gc_collect_cycles();
var_dump($weak[1]->get());

echo "-- memory\n";
$use = function (int $n) use ($make) {
    for ($i = 0; $i < $n; $i++) {
        $db = $make(2);
        $db->setAttribute(PDO::ATTR_CASE, PDO::CASE_LOWER);
        $db->query('SELECT 1')->fetchAll();
        await(spawn(fn() => $db->query('SELECT 2')->fetchAll()));
        unset($db);
        suspend();
    }
};
$use(50);
gc_collect_cycles();
$before = memory_get_usage();
$use(200);
gc_collect_cycles();
var_dump(memory_get_usage() - $before < 20_000);

echo "-- cancelled while it waits for a connection\n";
$db = $make(1);
$pool = PooledPDO::poolOf($db);
$db->query('SELECT 1');
$waiter = spawn(fn() => $db->query('SELECT 2'));
suspend();
var_dump($pool->waiting());
$waiter->cancel();
try {
    await($waiter);
} catch (Async\AsyncCancellation) {
    var_dump($pool->waiting(), $pool->lent());
}

echo "-- the main script gives its connection back\n";
PooledPDO::releaseOf($db);
var_dump(await(spawn(fn() => $db->query('SELECT 2')->fetchColumn())));

echo "-- a Fiber of a coroutine has its connection\n";
await(spawn(function () use ($db) {
    $db->exec('CREATE TEMPORARY TABLE mine (n INTEGER)');
    $fiber = new Fiber(function () use ($db) {
        echo $db->query('SELECT count(*) FROM mine')->fetchColumn(), "\n";
        Fiber::suspend();
    });
    $fiber->start();
    $fiber->resume();
}));

echo "-- the end of scripts\n";
$scripts = [
    'a shutdown function, a destructor' => '
        register_shutdown_function(function () use ($db) {
            echo $db->query("SELECT 1")->fetchColumn();
            $db->beginTransaction();
        });
        class Last { public function __construct(public $db) {} public function __destruct() { echo $this->db->query("SELECT 2")->fetchColumn(); } }
        $last = new Last($db);
        $db->query("SELECT 3");',
    'exit in a coroutine' => 'Async\spawn(function () use ($db) { $db->beginTransaction(); exit("bye"); });
        $db->query("SELECT 3"); register_shutdown_function(fn() => print($db->query("SELECT 1")->fetchColumn()));',
    'a fatal error' => 'Async\spawn(function () use ($db) { $db->query("SELECT 3"); no_such_function(); });
        register_shutdown_function(fn() => print($db->query("SELECT 1")->fetchColumn()));',
    'never used' => '',
    'named' => '$other = new PDO("sqlite::memory:", null, null, ["async.pool" => ["name" => "one"]]); $other->beginTransaction();
        echo $other->inTransaction();',
    'made and used in a shutdown function' => 'register_shutdown_function(function () {
            $late = new PDO("sqlite::memory:", null, null, ["async.pool" => true]);
            echo $late->query("SELECT 1")->fetchColumn();
            $late->beginTransaction();
        });',
];
foreach ($scripts as $name => $code) {
    [$output, $status] = run_php('$db = new PDO("sqlite::memory:", null, null, ["async.pool" => 3]);' . $code);
    echo "$name: ", strtok(preg_replace('/^PHP .*|\bWarning: PDO connection.*|Stack trace.*/ms', '', trim($output)), "\n"), ", $status\n";
}
?>
--EXPECTF--
-- cycles
NULL
NULL
-- memory
bool(true)
-- cancelled while it waits for a connection
int(1)
int(0)
int(1)
-- the main script gives its connection back
int(2)
-- a Fiber of a coroutine has its connection
0
-- the end of scripts
a shutdown function, a destructor: 12, 0
exit in a coroutine: bye1, 0
a fatal error: %A, 255
never used: , 0
named: 1, 0
made and used in a shutdown function: 1, 0
