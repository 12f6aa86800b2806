--TEST--
Streams of a job that does not run any more are closed: cancelled, refused, its pool or its scope ended, a child forked
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, ProcessPool, Scope};
use function Async\{await, delay, spawn};

/** Both ends of a connection. The job gets the first one, and closes the other end when it has it. */
function ends(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}
/** Has every process closed the other end? */
function is_over($end): string
{
    stream_set_timeout($end, 20);
    return fread($end, 1) === '' && feof($end) ? 'closed' : 'still open';
}
$task = function (string $what, $stream = null) {
    if ($what === 'wait') {
        delay(60000);
    } elseif ($what === 'close') {
        fclose($stream);
        delay(60000);
    }
};

$pool = new ProcessPool($task, workers: 1, retries: 1);
$busy = $pool->submit('wait');
delay(20);

[$end, $kept] = ends();
$job = $pool->submit('x', $end);
fclose($end);
$job->cancel();
$job->ignore();
echo 'cancelled in the queue: ', is_over($kept), "\n";

[$end, $kept] = ends();
try {
    $pool->submit('x', $end, fn() => 1);
} catch (Throwable $e) {
    echo get_class($e), "\n";
}
fclose($end);
echo 'not serialized: ', is_over($kept), "\n";

[$end, $kept] = ends();
$job = $pool->submit('x', $end);
fclose($end);
[$a, $b] = ends();
if (($child = pcntl_fork()) === 0) {
    fclose($b);
    fclose($kept);
    fread($a, 1);
    posix_kill(getmypid(), 9);
}
fclose($a);
$job->cancel();
$job->ignore();
echo 'forked child: ', is_over($kept), "\n";
fclose($b);
pcntl_waitpid($child, $status);

[$end, $kept] = ends();
$job = $pool->submit('x', $end);
fclose($end);
$busy->ignore();
$job->ignore();
$pool->cancel();
echo 'pool cancelled: ', is_over($kept), "\n";
[$end, $kept] = ends();
try {
    $pool->submit('x', $end);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
fclose($end);
echo 'refused: ', is_over($kept), "\n";

$pool = new ProcessPool($task, workers: 1, grace: 0);
[$end, $kept] = ends();
$job = $pool->submit('wait', $end);
fclose($end);
delay(20);
$job->cancel();
$job->ignore();
echo 'running job cancelled: ', is_over($kept), "\n";

[$end, $kept] = ends();
$job = $pool->submit('close', $end);
fclose($end);
echo 'closed in the worker: ', is_over($kept), "\n";
$job->cancel();
$job->ignore();

$scope = new Scope();
[$end, $kept] = ends();
$scope->spawn(function () use ($task, $end) {
    $pool = new ProcessPool($task, workers: 1);
    $pool->submit('wait')->ignore();
    $pool->submit('x', $end)->ignore();
    fclose($end);
    delay(60000);
});
delay(20);
unset($end);
$scope->cancel();
echo 'scope cancelled: ', is_over($kept), "\n";
?>
--EXPECT--
cancelled in the queue: closed
Exception
not serialized: closed
forked child: closed
pool cancelled: closed
The process pool is closed
refused: closed
running job cancelled: closed
closed in the worker: closed
scope cancelled: closed
