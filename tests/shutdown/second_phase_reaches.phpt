--TEST--
Second phase: it reaches every kind of wait in every kind of scope, and each coroutine again at its next wait (GS-05, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
use Async\Scope;
use function Async\{spawn, delay, suspend, protect, await, timeout};
$root = new Scope;
$busy = new Scope;
$endless = $busy->spawn(function () { for ($i = 0; $i < 4; $i++) { try { delay(600000); } catch (Async\AsyncCancellation) {} for ($j = 0; $j < 4; $j++) try { suspend(); } catch (Async\AsyncCancellation) {} } });
$waits = [
    'delay' => fn() => delay(600000),
    'protect' => fn() => protect(fn() => delay(600000)),
    'awaitCompletion' => fn() => $GLOBALS['busy']->awaitCompletion(),
    'await' => fn() => await($GLOBALS['endless']),
    'timeout' => fn() => await(timeout(600000)),
    'read' => fn() => fgets($GLOBALS['pair'][0]),
    'sleep' => fn() => sleep(600),
];
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$main = Async\currentCoroutine();
foreach ($waits as $name => $wait) {
    $scope = new Scope;
    $keep[] = $scope;
    $scope->spawn(function () use ($name, $wait) { try { $wait(); } catch (Async\AsyncCancellation) { echo "$name 1\n"; } try { $wait(); } catch (Async\AsyncCancellation) { echo "$name 2\n"; } });
}
$root->spawn(function () { try { delay(600000); } catch (Async\AsyncCancellation) { echo "root\n"; } });
suspend();
spawn(fn() => throw new Exception('first'));
spawn(fn() => throw new Exception('second'));
try { delay(600000); } catch (Async\AsyncCancellation) { }
echo "main goes on\n";
PHP);
$lines = array_filter(explode("\n", $output), fn($l) => preg_match('/^\w+ [12]$|^root$|^main goes on$/', $l));
sort($lines);
echo implode("\n", $lines), "\nstatus $status\n";
?>
--EXPECT--
await 1
await 2
awaitCompletion 1
awaitCompletion 2
delay 1
delay 2
main goes on
protect 1
protect 2
read 1
read 2
root
sleep 1
sleep 2
timeout 1
timeout 2
status 255
