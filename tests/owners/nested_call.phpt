--TEST--
Owners: code inside a call of the owner can use the same connection, and other ones, as in stock PHP (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

[$pdo, $other] = [shared_pdo(), shared_pdo()];
$pdo->sqliteCreateFunction('nested', function ($sql) use ($pdo, $other) {
    suspend();
    $inner = $pdo->query($sql)->fetchColumn();
    suspend();
    return $inner . $other->query("SELECT say('other')")->fetchColumn();
});
$task = spawn(fn() => $pdo->query("SELECT nested('SELECT say(''inner'')')")->fetchColumn());
suspend();
$last = spawn(fn() => $pdo->query("SELECT say('last')"));
var_dump(await($task));
await($last);

// An exception out of the callback leaves the connection usable.
$pdo->sqliteCreateFunction('fail', function () {
    suspend();
    throw new DomainException('from inside');
});
$task = spawn(fn() => $pdo->query('SELECT fail()'));
suspend();
$last = spawn(fn() => $pdo->query("SELECT say('usable')"));
try {
    await($task);
} catch (DomainException $e) {
    echo $e->getMessage(), "\n";
}
await($last);
?>
--EXPECT--
inner
other
last
string(10) "innerother"
usable
from inside
