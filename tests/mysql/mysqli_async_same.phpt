--TEST--
MYSQLI_ASYNC queries and mysqli_poll() wait cooperatively and answer as outside a coroutine (P10, P11)
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
require __DIR__ . '/mysql.inc';
my();
$sent = function (string ...$queries): array {
    return array_map(function ($query) {
        $db = my_connection();
        $db->query($query, MYSQLI_ASYNC);
        return $db;
    }, $queries);
};
transparent([
    'one' => function () use ($sent) {
        $read = $error = $reject = $sent('SELECT SLEEP(0.2)');
        return [mysqli_poll($read, $error, $reject, 5), count($read), count($error), count($reject), $read[0]->reap_async_query()->fetch_row()];
    },
    'reaped without a poll' => fn() => $sent('SELECT 1, SLEEP(0.2)')[0]->reap_async_query()->fetch_row(),
    'several, as they come' => function () use ($sent) {
        $all = $sent('SELECT 1, SLEEP(0.3)', 'SELECT 2, SLEEP(0.1)', 'SELECT nothing', 'SELECT 4, SLEEP(0.2)');
        $answers = [];
        while ($all) {
            $read = $error = $reject = $all;
            $n = mysqli_poll($read, $error, $reject, 5);
            foreach ($read as $key => $db) {
                try {
                    $answers[] = $db->reap_async_query()->fetch_row();
                } catch (mysqli_sql_exception $e) {
                    $answers[] = $e->getMessage();
                }
                unset($all[array_search($db, $all, true)]);
            }
            if ($n !== count($read)) {
                $answers[] = "$n is wrong";
            }
        }
        return $answers;
    },
    'a limit' => function () use ($sent) {
        $all = $read = $error = $reject = $sent('SELECT SLEEP(0.4)');
        $n = mysqli_poll($read, $error, $reject, 0, 200000);
        return [$n, count($read), count($error), count($reject), $all[0]->reap_async_query()->fetch_row()];
    },
    'no wait' => function () use ($sent) {
        $all = $read = $error = $reject = $sent('SELECT SLEEP(0.2)');
        return [mysqli_poll($read, $error, $reject, 0), count($read), $all[0]->reap_async_query()->fetch_row()];
    },
    'nothing was sent' => function () {
        $read = $error = $reject = [my_connection()];
        return [mysqli_poll($read, $error, $reject, 0, 200000), count($read), count($reject)];
    },
    'unix socket' => function () {
        $db = my_connection(true);
        $db->query('SELECT SLEEP(0.2)', MYSQLI_ASYNC);
        $read = $error = $reject = [$db];
        return [mysqli_poll($read, $error, $reject, 5), $db->reap_async_query()->fetch_row()];
    },
]);
?>
--EXPECT--
one: same
reaped without a poll: same
several, as they come: same
a limit: same
no wait: same
nothing was sent: same
unix socket: same
