--TEST--
A MySQL connection is lost, or its wait is cancelled, behind the columns of a statement that is prepared: all is released (D11, P4, P13)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
// Debug builds of PHP report the memory of a statement, and of its connection, that are not released.
use function Async\{await, delay, spawn};
require __DIR__ . '/mysql.inc';

/** A proxy that passes the answer to the preparation of a statement up to the last column, and then does $then. */
function way(string $then): array
{
    $s = my();
    $address = peer(<<<'CODE'
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        echo stream_socket_get_name($listener, false), "\n";
        $client = stream_socket_accept($listener);
        $server = stream_socket_client($argv[1]);
        $prepares = false;
        while (true) {
            $read = [$client, $server];
            $none = null;
            stream_select($read, $none, $none, null);
            foreach ($read as $from) {
                $bytes = stream_socket_recvfrom($from, 65536);
                if ($bytes === '' || $bytes === false) {
                    exit;
                }
                if ($from === $client) {
                    $prepares = ord($bytes[4]) === 0x16;
                } elseif ($prepares && ord($bytes[4]) === 0) {
                    // A packet with the numbers, one for each parameter, their end, and one for each column.
                    ['columns' => $columns, 'parameters' => $parameters] = unpack('vcolumns/vparameters', $bytes, 9);
                    for ($packets = 1 + $parameters + 1 + $columns, $end = 0; $packets > 0; $packets--) {
                        $end += 4 + unpack('V', substr($bytes, $end, 3) . "\0")[1];
                    }
                    fwrite($client, substr($bytes, 0, $end));
                    $argv[2] === 'close' ? exit : sleep(60);
                }
                fwrite($from === $client ? $server : $client, $bytes);
            }
        }
        CODE, "tcp://$s[host]:$s[port]", $then);
    return explode(':', $address);
}

const SQL = 'SELECT 1 AS a, ? AS b';
$connect = [
    'mysqli' => function (string $host, string $port) {
        $s = my();
        $link = new mysqli($host, $s['user'], $s['password'], $s['database'], (int) $port);
        return fn() => $link->prepare(SQL);
    },
    'mysqli_stmt' => function (string $host, string $port) {
        $s = my();
        $link = new mysqli($host, $s['user'], $s['password'], $s['database'], (int) $port);
        $statement = $link->stmt_init();
        try {
            $statement->prepare('an error before');
        } catch (mysqli_sql_exception) {
        }
        return fn() => [$link, $statement->prepare(SQL)];
    },
    'PDO' => function (string $host, string $port) {
        $s = my();
        $pdo = pdo([PDO::ATTR_EMULATE_PREPARES => false], "mysql:host=$host;port=$port;dbname=$s[database]");
        return fn() => $pdo->prepare(SQL);
    },
];
foreach ($connect as $name => $open) {
    foreach (['close', 'silence'] as $then) {
        $prepare = $open(...way($then));
        $task = spawn(function () use ($prepare) {
            try {
                $prepare();
                return 'prepared';
            } catch (Exception $e) {
                return get_class($e);
            }
        });
        if ($then === 'silence') {
            delay(300);
            $task->cancel();
        }
        try {
            $end = await($task);
        } catch (Async\AsyncCancellation $e) {
            $end = 'cancelled';
        }
        echo "$name, $then: $end\n";
        try {
            $prepare();
        } catch (Exception $e) {
            echo get_class($e), "\n";
        }
        unset($prepare, $task, $e);
    }
}
?>
--EXPECT--
mysqli, close: mysqli_sql_exception
mysqli_sql_exception
mysqli, silence: cancelled
mysqli_sql_exception
mysqli_stmt, close: mysqli_sql_exception
mysqli_sql_exception
mysqli_stmt, silence: cancelled
mysqli_sql_exception
PDO, close: PDOException
PDOException
PDO, silence: cancelled
PDOException
