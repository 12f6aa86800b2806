--TEST--
A socket server: a signal ends it with all its connections, each of which has its own scope and limits (EXM-12, EXM-10, TM-07)
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, signal, spawn, timeout};

function connectionHandler($socket, int $limit): void
{
    $scope = Scope::inherit();
    $requests = $scope->spawn(function () use ($socket) {
        try {
            fwrite($socket, "hello\n");
            while (($line = fgets($socket)) !== false) {
                fwrite($socket, "you said $line");
            }
            echo "a client has gone\n";
            $GLOBALS['gone'] = true;
        } finally {
            fclose($socket);
        }
    });
    $scope->spawn(function () use ($scope, $limit) {
        delay($limit);
        echo "a client was too slow\n";
        $scope->cancel(new AsyncCancellation('too slow'));
    });
    // The limit ends with the requests, however they end.
    $requests->onFinally(fn() => $scope->cancel());
}

function socketServer($listener, array $limits): void
{
    $scope = new Scope();
    $scope->spawn(function () use ($scope) {
        try {
            await(signal(SIGINT));
            echo "a signal\n";
        } finally {
            $scope->cancel(new AsyncCancellation('server shutdown'));
        }
    });
    try {
        await($scope->spawn(function () use ($listener, $limits) {
            while ($socket = @stream_socket_accept($listener, 600)) {
                connectionHandler($socket, array_shift($limits));
            }
        }));
    } catch (Throwable $e) {
        echo 'server: ', get_class($e), ', ', $e->getMessage(), "\n";
    } finally {
        $scope->cancel();
        $scope->awaitAfterCancellation(null, timeout(60000));
        echo 'server stopped, ', count($scope->getCoroutines()), " coroutines left\n";
        fclose($listener);
    }
}

defined('SIGINT') || define('SIGINT', 2);
$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tcp://' . stream_socket_get_name($listener, false);
$server = spawn(socketServer(...), $listener, [600000, 600000, getenv('ASYNC_TEST_TOOL') ? 3000 : 200, 600000]);
$gone = false;
$connect = function () use ($address) {
    $client = stream_socket_client($address);
    echo fgets($client);
    return $client;
};

$first = $connect();
$leaves = $connect();
fwrite($leaves, "goodbye\n");
echo fgets($leaves);
fclose($leaves);
while (!$gone) {
    delay(1);
}
$slow = $connect();
var_dump(fgets($slow));
$last = $connect();
fwrite($first, "still there\n");
echo fgets($first);

posix_kill(posix_getpid(), SIGINT);
await($server);
var_dump(fgets($first), feof($first), fgets($last), feof($last));
var_dump(@stream_socket_client($address));
var_dump(count(Async\getCoroutines()), Async\stats()['blocked_in_place']);
?>
--EXPECT--
hello
hello
you said goodbye
a client has gone
hello
a client was too slow
bool(false)
hello
you said still there
a signal
server: Async\AsyncCancellation, server shutdown
server stopped, 0 coroutines left
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
int(1)
int(0)
