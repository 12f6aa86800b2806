--TEST--
An unhandled exception starts the graceful shutdown: it cancels main and the global scope's tree; independent roots go on (GS-01, GS-02, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('shutdown', <<<'PHP'
use Async\Scope;
use function Async\{spawn, delay, suspend};
$wait = function ($name) { try { delay(600000); } catch (Async\AsyncCancellation $e) { echo "$name cancelled: ", $e->getPrevious()->getMessage(), "\n"; throw $e; } };
$child = Scope::inherit();
$grandchild = Scope::inherit($child);
$root = new Scope;
$belowRoot = Scope::inherit($root);
spawn($wait, 'global');
$child->spawn($wait, 'child');
$grandchild->spawn($wait, 'grandchild');
$root->spawn(function () { for ($i = 0; $i < 50; $i++) suspend(); delay(1); echo "root scope comes to its natural end\n"; });
$belowRoot->spawn(function () { for ($i = 0; $i < 90; $i++) suspend(); delay(20); echo "below root, too\n"; });
suspend();
spawn(fn() => throw new Exception('reason'));
try { $wait('main'); } finally { echo json_encode([$child->isClosed(), $root->isClosed(), $root->isCancelled()]), "\n"; }
PHP);
?>
--EXPECTF--
-- shutdown
grandchild cancelled: reason
child cancelled: reason
main cancelled: reason
[false,false,false]
global cancelled: reason
root scope comes to its natural end
below root, too

Fatal error: Uncaught Exception: reason in Standard input code:%d
%A
status 255
