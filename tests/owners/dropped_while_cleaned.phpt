--TEST--
Owners: a statement dropped while a connection is prepared for its next owner is released, too (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/../mysql/mysql.inc';

$other = my_connection();
$lock = server_own_name();
$other->query("SELECT GET_LOCK('$lock', 0)");

$link = my_connection();
$statement = $link->prepare('SELECT 2');
$weak = WeakReference::create($statement);
$ready = false;
// Its answer is never read.
$owner = spawn(function () use ($link, $lock, &$ready) {
    $link->query("SELECT GET_LOCK('$lock', 60)", MYSQLI_ASYNC);
    while (!$ready) {
        suspend();
    }
});
$next = spawn(fn() => $link->query('SELECT 3')->fetch_row()[0]);
suspend();
$ready = true;
await($owner);
// The service coroutine that reads the answer away has begun, and waits for the lock. The waiter is cancelled.
delay(100);
$next->cancel();
unset($statement);
echo 'there: ', json_encode($weak->get() !== null), "\n";
$other->query("SELECT RELEASE_LOCK('$lock')");
for ($i = 0; $i < 3000 && $weak->get(); $i++) {
    delay(1);
}
echo 'there: ', json_encode($weak->get() !== null), "\n";
echo 'the next answer: ', $link->query('SELECT 4')->fetch_row()[0], "\n";
?>
--EXPECT--
there: true
there: false
the next answer: 4
