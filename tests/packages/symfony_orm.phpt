--TEST--
Symfony with Doctrine ORM: each of many messages and requests at once has an entity manager of its own; a failed flush closes that one alone; no message is lost or handled twice
--EXTENSIONS--
mbstring
mysqlnd
pcntl
pdo
pdo_mysql
posix
session
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('doctrine/orm', 'doctrine-orm');
foreach (['framework-bundle', 'doctrine-messenger', 'console'] as $package) is_dir(getenv('ASYNC_TEST_VENDOR') . "/symfony/$package") || die("skip needs symfony/$package");
is_dir(getenv('ASYNC_TEST_VENDOR') . '/doctrine/doctrine-bundle') || die('skip needs doctrine/doctrine-bundle');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/symfony/shop.php';
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\HttpFoundation\Request;
use function Async\{await, awaitAllOrFail, delay, spawn};

$mysql = server('mysql');
$connection = ['driver' => 'pdo_mysql', 'host' => $mysql['host'], 'port' => $mysql['port'], 'user' => $mysql['user'],
    'password' => $mysql['password'], 'dbname' => mysql_database($mysql)];

const ORDERS = 100;
function consume(Shop $shop, string ...$options): int
{
    $console = new Application($shop);
    $console->setAutoExit(false);
    $console->setCatchExceptions(false);
    return $console->run(new ArrayInput(['command' => 'messenger:consume', 'receivers' => ['orders'], '--sleep' => '0.02', '-q' => true] + $options));
}
function waiting(Shop $shop): array
{
    $db = $shop->doctrine()->getConnection();
    $rows = $db->fetchAllKeyValue('SELECT queue_name, count(*) FROM messages GROUP BY queue_name');
    $db->close();
    return [(int) ($rows['orders'] ?? 0), (int) ($rows['failed'] ?? 0)];
}
function order(Shop $shop): void
{
    Log::begin();
    $shop->boot();
    $bus = $shop->getContainer()->get('messenger.default_bus');
    for ($i = 1; $i <= ORDERS; $i++) $bus->dispatch(new Order($i));
    $shop->doctrine()->getConnection()->close();
}
function report(Shop $shop): void
{
    $db = $shop->doctrine()->getConnection();
    $sales = fn(string $kind) => $db->fetchFirstColumn('SELECT number FROM sale WHERE kind = ? ORDER BY number', [$kind]);
    $right = array_values(array_filter(range(1, ORDERS), fn($n) => $n % 10 !== 3));
    echo $sales('order') === $right ? 'each order once' : 'BROKEN: ' . json_encode($sales('order')), ', ',
        $sales('receipt') === $right ? 'each receipt once' : 'BROKEN: ' . json_encode($sales('receipt')), "\n";
    $failed = array_map(fn($n) => Log::$tries[$n], range(3, ORDERS, 10));
    $once = array_map(fn($n) => Log::$tries[$n], range(7, ORDERS, 10));
    echo 'tries: ', implode(array_unique($failed)), ' of those that fail, ', implode(array_unique($once)), ' of those that fail once, ',
        array_sum(Log::$tries->getArrayCopy()), ' in all; waiting, failed: ', json_encode(waiting($shop)), "\n";
    echo Log::$wrong->count() ? json_encode(Log::$wrong) : 'nothing wrong', ', ', in_array($most = Log::$orders['most'], range(5, 10), true) ? 'many' : $most, " at once\n";
    $db->executeStatement('DELETE FROM sale');
    $db->executeStatement('DELETE FROM messages');
    $db->close();
}

foreach (['shared' => false, 'isolated' => true] as $name => $isolated) {
    echo "-- messages, $name\n";
    $make = fn() => new Shop($name, [
        'messenger' => ['concurrency' => 10, 'isolated' => $isolated],
        'doctrine' => ['pool' => ['max' => 6]],
    ], $connection);
    $shop = $make();
    $isolated || $shop->install();
    $pool = $shop->doctrine()->getConnection()->getPool();
    order($shop);
    // Stopped in the middle, then started again.
    $command = spawn(fn() => consume($shop));
    while (count(Log::$tries) < 30 && !$command->isCompleted()) delay(1);
    posix_kill(getmypid(), SIGTERM);
    echo 'status ', await($command), ', ', count(Log::$tries) < ORDERS && array_sum(waiting($shop)) ? 'the rest waits' : 'BROKEN', ', ';
    $shop = $make();
    $command = spawn(fn() => consume($shop));
    while (waiting($shop)[0] && !$command->isCompleted()) delay(20);
    // Idle workers hold no connection.
    for ($i = 0; $pool->lent() && $i < 500; $i++) delay(5);
    echo $pool->lent(), " lent\n";
    posix_kill(getmypid(), SIGTERM);
    await($command);
    report($shop);
    echo count($pool) <= 6 ? 'at most 6' : count($pool), ' connections', "\n";
}

echo "-- requests\n";
$requests = new Async\Symfony\Requests($shop, limit: 20);
$answers = awaitAllOrFail(array_map(fn(int $n) => spawn(fn() => $requests->handle(Request::create("/sell/$n"))->getContent()), range(1, 40)));
$right = fn(int $n) => $n % 2 ? '[true,0,false]' : '[true,0,true]';
echo $answers === array_map($right, range(1, 40)) ? 'fresh managers' : json_encode($answers), ', ', $pool->lent(), ' lent, ',
    $shop->doctrine()->getConnection()->fetchOne("SELECT count(DISTINCT number) FROM sale WHERE kind = 'request'"), " sales\n";
?>
--CLEAN--
<?php
array_map(fn($folder) => shell_exec('rm -rf ' . escapeshellarg($folder)), glob(__DIR__ . '/symfony_{shared,isolated}.tmp', GLOB_BRACE));
?>
--EXPECT--
-- messages, shared
status 0, the rest waits, 0 lent
each order once, each receipt once
tries: 3 of those that fail, 2 of those that fail once, 130 in all; waiting, failed: [0,10]
nothing wrong, many at once
at most 6 connections
-- messages, isolated
status 0, the rest waits, 0 lent
each order once, each receipt once
tries: 3 of those that fail, 2 of those that fail once, 130 in all; waiting, failed: [0,10]
nothing wrong, many at once
at most 6 connections
-- requests
fresh managers, 0 lent, 20 sales
