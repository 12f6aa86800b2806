--TEST--
Owners: mysqli_poll() while other coroutines close a link, connect it again, or reap its answer (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';
require __DIR__ . '/../io/transparency.inc';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$server = server('mysql');
$real_connect = fn($link) =>
    $link->real_connect($server['host'], $server['user'], $server['password'], null, $server['port']);
$connect = function () use ($real_connect) {
    $real_connect($link = mysqli_init());
    return $link;
};
$poll = function (mysqli ...$links) {
    [$read, $error, $reject] = [$links, null, []];
    return [mysqli_poll($read, $error, $reject, 20), count($read), count($reject)];
};
// The coroutine that asks ends, so it does not keep the connection.
$ask = fn($link, $seconds) => Async\await(Async\spawn(fn() => $link->query("SELECT 5, SLEEP($seconds)", MYSQLI_ASYNC)));
$later = fn(Closure $call) => fn() => pause() ?? $call();
$reap = fn($link) => $link->reap_async_query()->fetch_row()[0];

// The second link is not asked, but mysqli_poll() has it in its arrays.
foreach ([
    'close' => fn($asked, $idle) => [fn() => $idle->close(), fn() => $asked->close()],
    'connect' => fn($asked, $idle) => [fn() => $real_connect($idle), fn() => $real_connect($asked)],
    'reap' => fn($asked, $idle) => [fn() => $reap($asked)],
    'query' => fn($asked, $idle) => [fn() => $idle->query('SELECT 6')->fetch_row()[0]],
] as $name => $others) {
    [$asked, $idle] = [$connect(), $connect()];
    $ask($asked, 0.1);
    side_by_side($name, [fn() => $poll($asked, $idle), fn() => $poll($idle, $asked), ...array_map($later, $others($asked, $idle))]);
}

// The server ends the connection: the owner of the answer closes the stream.
[$asked, $other] = [$connect(), $connect()];
$ask($asked, 10);
side_by_side('lost', [
    fn() => $poll($asked),
    $later(function () use ($reap, $asked) {
        try {
            $reap($asked);
        } catch (mysqli_sql_exception) {
            return 'lost';
        }
    }),
    $later(fn() => Async\delay(20) ?? $other->query("KILL $asked->thread_id")),
]);

// A poll waits for calls that have begun.
$link = $connect();
side_by_side('begun', [
    fn() => $link->query('SELECT 7, SLEEP(0.05)')->fetch_row()[0],
    fn() => $link->close(),
    function () use ($poll, $link) {
        pause();
        return $poll($link);
    },
]);
$link = $connect();
$ask($link, 0.1);
$poller = Async\spawn($poll, $link);
$closer = Async\spawn(fn() => pause() ?? $link->close());
pause();
pause();
$poller->cancel();
Async\await($closer);
echo "cancelled\n";
$link = $connect();
$ask($link, 0.1);
refusal(fn() => $poll($link), fn() => $link->close());
?>
--EXPECT--
close: [[1,1,1],[1,1,1],true,true]
connect: [[1,1,1],[1,1,1],true,true]
reap: [[1,1,1],[1,1,1],"5"]
query: [[1,1,1],[1,1,1],"6"]
lost: [[1,1,0],"lost",true]
begun: ["7",true,"Error: mysqli object is already closed"]
cancelled
The MySQL connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: [1,1,0]
