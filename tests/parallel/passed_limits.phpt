--TEST--
Limits of streams for one job, of open files in the parent, and in the worker: each is named, and no descriptor is lost
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (!is_dir('/proc/self/fd')) die('skip counts descriptors in /proc');
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip valgrind has a limit of open files of its own');
?>
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\{await, delay};

$count = fn() => count(scandir('/proc/self/fd'));
$limit = fn(?int $n) => posix_setrlimit(POSIX_RLIMIT_NOFILE, $n ?? min(1024, (int) posix_getrlimit()['hard openfiles'] ?: 1024),
    posix_getrlimit()['hard openfiles'] === 'unlimited' ? -1 : posix_getrlimit()['hard openfiles']);
$try = function (Closure $do) {
    try {
        echo json_encode($do()), "\n";
    } catch (AsyncException $e) {
        // Each C library has words of its own.
        echo preg_replace('/#\d+/', '#N', str_replace(posix_strerror(24), 'EMFILE', $e->getMessage())), "\n";
    }
};
$pool = new ProcessPool(function (string $what, array $streams = []) use ($count, $limit) {
    if ($what === 'limit') {
        $limit($count() + 5);
    } elseif ($what === 'many') {
        $limit(null);
        return array_map(fn() => fopen('/dev/null', 'r'), range(1, 60));
    }
    return [count($streams), $count()];
}, workers: 1);
$many = fn(int $n) => array_map(fn() => fopen('/dev/null', 'r'), range(1, $n));

echo await($pool->submit('take', $many(252)))[0], "\n";
$try(fn() => $pool->submit('take', $many(253)));

[, $flat] = await($pool->submit('take'));
await($pool->submit('limit'));
$try(fn() => await($pool->submit('take', $many(60))));
$try(fn() => await($pool->submit('take', $many(2)))[0]);
echo await($pool->submit('take'))[1] - $flat, " more in the worker\n";

$streams = $many(200);
$before = $count();
$limit($before + 10);
$try(fn() => $pool->submit('take', $streams));
$try(fn() => await($pool->submit('take', array_slice($streams, 0, 2)))[0]);
$try(fn() => await($pool->submit("many")));
$limit(null);
echo $count() - $before, " more in the parent\n";
?>
--EXPECT--
252
At most 252 streams and sockets can be passed to another process at once
The process cannot take over all streams and sockets that were passed to it: the limit of open files is reached, see ulimit -n
2
0 more in the worker
Cannot duplicate stream #N for another process: EMFILE, see ulimit -n
2
The process cannot take over all streams and sockets that were passed to it: the limit of open files is reached, see ulimit -n
0 more in the parent
