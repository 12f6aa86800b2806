--TEST--
Owners: a cancelled waiter leaves the queue; a connection handed to it passes on (D28, P5)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, suspend};

$pdo = shared_pdo();
function say(PDO $pdo, string $text): Async\Coroutine
{
    return spawn(function () use ($pdo, $text) {
        try {
            $pdo->query("SELECT say('$text')");
        } catch (Async\AsyncCancellation) {
            echo "$text is cancelled\n";
        }
    });
}

echo "-- while it waits\n";
$pdo->exec('BEGIN');
[$first, $second] = [say($pdo, 'first'), say($pdo, 'second')];
rounds(2);
$first->cancel();
rounds(2);
$pdo->exec('COMMIT');
await($second);

echo "-- when it was given the connection, and has not run\n";
$pdo->exec('BEGIN');
[$first, $second] = [say($pdo, 'first'), say($pdo, 'second')];
rounds(2);
$pdo->exec('COMMIT');
$first->cancel();
await($second);

echo "-- all of them\n";
$pdo->exec('BEGIN');
[$first, $second] = [say($pdo, 'first'), say($pdo, 'second')];
rounds(2);
$pdo->exec('COMMIT');
$first->cancel();
$second->cancel();
$pdo->query("SELECT say('main')");
rounds(2);
?>
--EXPECT--
-- while it waits
first is cancelled
second
-- when it was given the connection, and has not run
first is cancelled
second
-- all of them
main
first is cancelled
second is cancelled
