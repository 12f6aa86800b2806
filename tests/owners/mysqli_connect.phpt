--TEST--
Owners: mysqli: other coroutines wait while a link is connected again, and then use its new connection (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';

$server = server('mysql');
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 20));
$connect = fn(mysqli $link, string $prefix = '') =>
    $link->real_connect($prefix . $host, $server['user'], $server['password'], null, (int) $port);
$query = fn(mysqli $link, int $number) => $link->query("SELECT $number")->fetch_row()[0];

$link = mysqli_init();
$connect($link);
$first = $link->thread_id;
side_by_side('again', [
    fn() => $query($link, 1),
    fn() => $connect($link),
    fn() => $query($link, 2),
    fn() => Async\delay(30) ?? $query($link, 3),
    fn() => Async\delay(35) ?? $query($link, 4),
    fn() => Async\delay(40) ?? mysqli_real_connect($link, $host, $server['user'], $server['password'], null, (int) $port),
    fn() => Async\delay(45) ?? $query($link, 5),
]);
var_dump($link->thread_id > $first);

// A persistent connection that waits for its next link.
$persistent = mysqli_init();
$connect($persistent, 'p:');
$number = $persistent->thread_id;
unset($persistent);
$link = mysqli_init();
side_by_side('persistent', [
    fn() => $connect($link, 'p:') && $link->thread_id === $number,
    fn() => Async\delay(10) ?? $query($link, 6),
    fn() => Async\delay(15) ?? $link->close(),
    fn() => Async\delay(20) ?? $query($link, 7),
]);

// A second constructor, which PHP refuses from 8.5 on.
$construct = function () use (&$link, $host, $server, $port) {
    try {
        $link->__construct($host, $server['user'], $server['password'], null, (int) $port);
    } catch (Error $e) {
        return PHP_VERSION_ID >= 80500 && $e->getMessage() === 'Cannot call constructor twice' ?: throw $e;
    }
    return true;
};
$link = new mysqli($host, $server['user'], $server['password'], null, (int) $port);
side_by_side('constructor', [
    $construct,
    fn() => Async\delay(10) ?? $query($link, 8),
]);
refusal(fn() => $connect($link), fn() => $query($link, 9));
?>
--EXPECT--
again: ["1",true,"2","3","4",true,"5"]
bool(true)
persistent: [true,"6",true,"Error: mysqli object is already closed"]
constructor: [true,"8"]
The MySQL connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: true
