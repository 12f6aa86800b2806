--TEST--
A MySQL connection is lost, or its wait is cancelled, between the columns and the rows of a prepared statement's result (D11, P4)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/mysql.inc';

/** A proxy that passes only the columns of a prepared statement's result, and then does $then. */
function way(string $then): array
{
    $s = my();
    $address = peer(<<<'CODE'
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        echo stream_socket_get_name($listener, false), "\n";
        $client = stream_socket_accept($listener);
        $server = stream_socket_client($argv[1]);
        $executed = false;
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
                    $executed = $executed || ord($bytes[4]) === 0x17;
                } elseif ($executed) {
                    // The number of columns, and a packet for each.
                    for ($packets = 1 + ord($bytes[4]), $end = 0; $packets > 0; $packets--) {
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

$connect = [
    'mysqli' => function (string $host, string $port) {
        $s = my();
        $link = new mysqli($host, $s['user'], $s['password'], $s['database'], (int) $port);
        $statement = $link->prepare('SELECT 1 AS a, ? AS b');
        return fn() => [$link, $statement->execute([2])];
    },
    'PDO' => function (string $host, string $port) {
        $s = my();
        $pdo = pdo([PDO::ATTR_EMULATE_PREPARES => false], "mysql:host=$host;port=$port;dbname=$s[database]");
        $statement = $pdo->prepare('SELECT 1 AS a, ? AS b');
        return fn() => $statement->execute([2]);
    },
];
foreach ($connect as $name => $prepare) {
    foreach (['close', 'silence'] as $then) {
        $execute = $prepare(...way($then));
        $task = spawn(function () use ($execute) {
            try {
                $execute();
                return 'executed';
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
            $execute();
        } catch (Exception $e) {
            echo get_class($e), "\n";
        }
        unset($execute, $task, $e);
    }
}
?>
--EXPECT--
mysqli, close: mysqli_sql_exception
mysqli_sql_exception
mysqli, silence: cancelled
mysqli_sql_exception
PDO, close: PDOException
PDOException
PDO, silence: cancelled
PDOException
