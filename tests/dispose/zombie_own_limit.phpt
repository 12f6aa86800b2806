--TEST--
A scope's own limit, not the general one, holds for its zombies and those of its child scopes (ZO-06, D9, D19)
--INI--
async.zombie_coroutine_timeout=0.01
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

$body = function (string $name) { try { delay(100000); } catch (Async\AsyncCancellation $e) { echo "$name: {$e->getMessage()}\n"; } };
$own = new Scope;
$child = Scope::inherit($own);
$own->spawn($body, 'own limit');
$child->spawn($body, 'child');
$general = new Scope;
$general->spawn($body, 'general limit');
suspend();
@$own->disposeAfterTimeout(300);
@$general->disposeSafely();
echo "end of main\n";
?>
--EXPECT--
end of main
general limit: The time for zombie coroutines is over (async.zombie_coroutine_timeout)
child: The scope reached its time limit of 300 ms
own limit: The scope reached its time limit of 300 ms
