--TEST--
A second unhandled exception starts the second phase: each parked coroutine is cancelled by force, repeatedly, everywhere (GS-04, GS-05, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('second phase', <<<'PHP'
use Async\Scope;
use function Async\{spawn, delay, suspend, protect};
$root = new Scope;
$root->spawn(function () { try { delay(600000); } finally { echo "root scope cancelled\n"; } });
$zombies = new Scope;
$zombies->spawn(function () { try { delay(600000); } finally { echo "zombie cancelled\n"; } });
suspend();
@$zombies->disposeSafely();
spawn(function () { try { delay(600000); } catch (Async\AsyncCancellation) { echo "swallowed\n"; } try { delay(600000); } finally { echo "cancelled by force\n"; } });
spawn(function () { try { delay(600000); } finally { try { delay(600000); } finally { echo "no timer any more\n"; } } });
suspend();
spawn(fn() => throw new Exception('first'));
try {
    delay(600000);
} finally {
    for ($i = 0; $i < 5; $i++) suspend();
    echo "first phase over\n";
    spawn(fn() => throw new RuntimeException('second'));
    try { delay(600000); } finally { echo "main again\n"; }
}
PHP);
?>
--EXPECTF--
-- second phase
swallowed
first phase over
root scope cancelled
zombie cancelled
main again
cancelled by force
no timer any more

Fatal error: Uncaught Exception: first in Standard input code:%d
%A
Warning: Uncaught RuntimeException: second in Standard input code:%d
%A
status 255
