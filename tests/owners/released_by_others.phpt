--TEST--
Owners: a statement dropped while another coroutine owns the connection is released by that owner (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

class Statement extends PDOStatement
{
    public string $name = '';
    protected function __construct()
    {
    }
    public function __destruct()
    {
        echo "{$this->name} is dropped\n";
    }
}
$pdo = shared_pdo();
$pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Statement::class, []]);

echo "-- in the middle of a call\n";
$dropped = $pdo->prepare("SELECT 1");
$dropped->name = 'A';
$weak = WeakReference::create($dropped);
$task = spawn(fn() => $pdo->query("SELECT pause('owner')")->fetchColumn());
suspend();
unset($dropped);
echo 'there: ', json_encode($weak->get() !== null), "\n";
await($task);
echo 'there: ', json_encode($weak->get() !== null), "\n";

echo "-- inside a transaction\n";
$dropped = $pdo->prepare("SELECT 2");
$dropped->name = 'B';
$task = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    rounds(3);
    $pdo->exec('SELECT 1');
    $pdo->commit();
});
suspend();
unset($dropped);
await($task);

echo "-- in a cycle that the collector finds\n";
$dropped = $pdo->prepare("SELECT 3");
$dropped->name = 'C';
$weak = WeakReference::create($dropped);
$cycle = new stdClass;
$cycle->cycle = $cycle;
$cycle->statement = $dropped;
unset($dropped);
$task = spawn(fn() => $pdo->query("SELECT pause('owner')")->fetchColumn());
suspend();
unset($cycle);
gc_collect_cycles();
await($task);
echo 'there: ', json_encode($weak->get() !== null), "\n";

echo "-- the owner ends without another call\n";
$dropped = $pdo->prepare("SELECT 4");
$dropped->name = 'D';
$weak = WeakReference::create($dropped);
set_error_handler(fn($type, $text) => print(strstr($text, ', ended') . "\n"));
$task = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    rounds(3);
});
suspend();
unset($dropped);
await($task);
$pdo->exec('SELECT 1');
echo 'there: ', json_encode($weak->get() !== null), "\n";
?>
--EXPECT--
-- in the middle of a call
owner begins
A is dropped
there: true
owner ends
 is dropped
there: false
-- inside a transaction
B is dropped
-- in a cycle that the collector finds
owner begins
C is dropped
owner ends
 is dropped
there: false
-- the owner ends without another call
D is dropped
, ended inside a transaction, which is rolled back
there: false
