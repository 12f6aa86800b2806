--TEST--
First phase: coroutines, scopes, timers and descriptors still work; a coroutine that swallows the cancellation goes on (GS-03, D21)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, delay, suspend, await};

Async\gracefulShutdown();
try { suspend(); } catch (Async\AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
echo await(spawn(function () { delay(1); return 'in the global scope'; })), "\n";
$scope = Scope::inherit();
$scope->spawn(function () { delay(1); echo "in a new child scope\n"; });
$scope->awaitCompletion();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($b) { delay(5); fwrite($b, "over a socket\n"); });
echo fgets($a);
echo "main ends\n";
?>
--EXPECT--
Async\AsyncCancellation: Graceful shutdown
in the global scope
in a new child scope
over a socket
main ends
