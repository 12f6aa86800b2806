--TEST--
Fifty MySQL connections work side by side with the answers of a sequential run: PDO, mysqli, unix socket, TLS, prepared (P10, P11)
--EXTENSIONS--
mysqlnd
pdo
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/mysql.inc';
$s = my();
$tls = [PDO::MYSQL_ATTR_SSL_CA => $s['certificate'] ?? ''];
$query = fn(int $n, float $sleep) => "SELECT $n, REPEAT('x', $n), SLEEP($sleep)";
// Each opens a connection; the closure that it returns is timed.
$kinds = [
    'PDO' => fn() => [pdo(), fn(PDO $db, $n, $sleep) => $db->query($query($n, $sleep))->fetchAll(PDO::FETCH_NUM)],
    'PDO, prepared' => fn() => [pdo([PDO::ATTR_EMULATE_PREPARES => false]), function (PDO $db, $n, $sleep) {
        $statement = $db->prepare("SELECT ?, REPEAT('x', ?), SLEEP(?)");
        $statement->execute([$n, $n, $sleep]);
        return $statement->fetchAll(PDO::FETCH_NUM);
    }],
    'PDO, TLS' => fn() => [pdo($tls), fn(PDO $db, $n, $sleep) => $db->query($query($n, $sleep))->fetchAll(PDO::FETCH_NUM)],
    'mysqli' => fn() => [my_connection(), fn(mysqli $db, $n, $sleep) => $db->query($query($n, $sleep))->fetch_all()],
    'mysqli, unix socket, unbuffered' => fn() => [my_connection(true),
        fn(mysqli $db, $n, $sleep) => $db->query($query($n, $sleep), MYSQLI_USE_RESULT)->fetch_all()],
    'mysqli, asynchronous' => fn() => [my_connection(), function (mysqli $db, $n, $sleep) use ($query) {
        $db->query($query($n, $sleep), MYSQLI_ASYNC);
        do {
            $read = $error = $reject = [$db];
        } while (!mysqli_poll($read, $error, $reject, 1));
        return $db->reap_async_query()->fetch_all();
    }],
];
$expected = [];
foreach ($kinds as $kind => $open) {
    [$db, $ask] = $open();
    for ($n = 0; $n < 50; $n++) {
        $expected[$kind][] = $ask($db, $n, 0);
    }
}
foreach ($kinds as $kind => $open) {
    $all = Async\await_all_or_fail(array_map(fn() => Async\spawn($open), range(0, 49)));
    $start = hrtime(true);
    $asking = [];
    foreach ($all as $n => [$db, $ask]) {
        $asking[] = Async\spawn($ask, $db, $n, 0.5);
    }
    $answers = Async\await_all_or_fail($asking);
    $ms = (hrtime(true) - $start) / 1e6;
    // A quiet machine needs 1.1 times as long as for one; 1.3 is promised, with a margin for busy machines.
    $limit = getenv('ASYNC_TEST_TOOL') ? 20000 : 500 * 1.3 + 350;
    echo "$kind: ", $answers === $expected[$kind] ? 'same answers' : 'other answers', ', ', $ms < $limit ? 'together' : "$ms ms", "\n";
    unset($db, $ask, $all, $asking);
}
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
PDO: same answers, together
PDO, prepared: same answers, together
PDO, TLS: same answers, together
mysqli: same answers, together
mysqli, unix socket, unbuffered: same answers, together
mysqli, asynchronous: same answers, together
0
