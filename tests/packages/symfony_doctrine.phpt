--TEST--
The Symfony bundle makes Doctrine's connections pools, which the containers of many requests share
--EXTENSIONS--
mbstring
pdo
pdo_sqlite
session
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('doctrine/doctrine-bundle', 'symfony');
foreach (['framework-bundle', 'messenger', 'console'] as $package) is_dir(getenv('ASYNC_TEST_VENDOR') . "/symfony/$package") || die("skip needs symfony/$package");
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require __DIR__ . '/symfony/application.php';
load_adapter('doctrine-dbal', 'Async\Doctrine\DBAL');
use Async\Doctrine\DBAL\Connection;
use Doctrine\Bundle\DoctrineBundle\DoctrineBundle;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\HttpFoundation\Request;
use function Async\{awaitAllOrFail, delay, spawn};

$connections = ['connections' => [
    'default' => ['driver' => 'pdo_sqlite', 'memory' => true],
    'plain' => ['driver' => 'pdo_sqlite', 'memory' => true],
]];
$app = new App('doctrine', [
    'doctrine' => ['connections' => ['default'], 'pool' => ['max' => 3, 'idleTimeout' => 60000]],
], [DoctrineBundle::class], ['doctrine' => ['dbal' => $connections]]);
$app->boot();
$services = $app->getContainer()->get('doctrine');
echo get_class($services->getConnection('plain')), "\n";
$db = $services->getConnection();
echo $db::class, "\n";

echo "-- coroutines: transactions of their own, on three connections\n";
$results = awaitAllOrFail(array_map(fn(int $n) => spawn(function () use ($db, $n) {
    $db->beginTransaction();
    delay(2);
    $sum = $db->fetchOne("SELECT $n + $n");
    $level = $db->getTransactionNestingLevel();
    $db->rollBack();
    return [(int) $sum, $level];
}), range(1, 20)));
echo $results === array_map(fn(int $n) => [2 * $n, 1], range(1, 20)) ? 'right' : json_encode($results), ', ', count($db->getPool()), " connections\n";

echo "-- requests: the same pool for all containers\n";
$requests = new Async\Symfony\Requests($app);
$answers = awaitAllOrFail(array_map(fn(int $n) => spawn(fn() => $requests->handle(Request::create('/query'))->getContent()), range(1, 20)));
echo implode(' ', array_unique($answers)), ', ', $db->getPool()->lent(), " lent\n";

echo "-- wrong configurations\n";
foreach ([
    [['doctrine' => ['connections' => ['other']]], [DoctrineBundle::class], ['doctrine' => ['dbal' => $connections]]],
    [['doctrine' => ['pool' => ['max' => 1]]], [], []],
    [['messenger' => ['concurrency' => 0]], [], []],
] as $i => [$async, $bundles, $more]) {
    try {
        (new App("wrong$i", $async, $bundles, $more))->boot();
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--CLEAN--
<?php
array_map(fn($folder) => shell_exec('rm -rf ' . escapeshellarg($folder)), glob(__DIR__ . '/symfony_{doctrine,wrong?}.tmp', GLOB_BRACE));
?>
--EXPECT--
Doctrine\DBAL\Connection
Async\Doctrine\DBAL\Connection
-- coroutines: transactions of their own, on three connections
right, 3 connections
-- requests: the same pool for all containers
3 connections, 0 lent
-- wrong configurations
async.doctrine.connections: there is no connection "other".
async.doctrine needs DoctrineBundle with the configuration doctrine.dbal.
The value 0 is too small for path "async.messenger.concurrency". Should be greater than or equal to 1
