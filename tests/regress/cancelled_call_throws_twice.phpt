--TEST--
A cancelled stock function that throws twice ends in the cancellation, seen first by catch, finally or await (D11)
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--FILE--
<?php
use Async\AsyncCancellation;
// The server never answers: PDO turns mysqlnd's warning into an exception, and then throws its own.
$listener = stream_socket_server('tcp://127.0.0.1:0');
$dsn = 'mysql:host=127.0.0.1;port=' . substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
$connect = fn() => new PDO($dsn, 'user', 'password');
$show = function (Throwable $e): void {
    for ($names = []; $e; $e = $e->getPrevious()) {
        $names[] = get_class($e);
    }
    echo implode(' <- ', $names), "\n";
};
$bodies = [
    'no catch' => $connect,
    'catches the driver\'s' => function () use ($connect) {
        try {
            $connect();
        } catch (PDOException) {
            echo "BROKEN: the driver's was caught\n";
        }
    },
    'catches the cancellation' => function () use ($connect, $show) {
        try {
            $connect();
        } catch (AsyncCancellation $e) {
            echo 'caught ';
            throw $e;
        }
    },
    'finally' => function () use ($connect) {
        try {
            $connect();
        } finally {
            echo 'finally ';
        }
    },
    'a caller catches' => function () use ($connect) {
        try {
            (function () use ($connect) {
                try {
                    $connect();
                } finally {
                    echo 'finally ';
                }
            })();
        } catch (PDOException) {
            echo "BROKEN: the driver's was caught\n";
        }
    },
    'wrapped by hand' => function () use ($connect) {
        try {
            $connect();
        } catch (AsyncCancellation $e) {
            throw new LogicException('mine', 0, $e);
        }
    },
];
foreach ($bodies as $name => $body) {
    $coroutine = Async\spawn($body);
    do {
        Async\delay(1);
    } while (!$coroutine->isSuspended());
    $coroutine->cancel();
    echo "$name: ";
    try {
        Async\await($coroutine);
    } catch (Throwable $e) {
        $show($e);
    }
}
?>
--EXPECT--
no catch: Async\AsyncCancellation <- PDOException <- PDOException
catches the driver's: Async\AsyncCancellation <- PDOException <- PDOException
catches the cancellation: caught Async\AsyncCancellation <- PDOException <- PDOException
finally: finally Async\AsyncCancellation <- PDOException <- PDOException
a caller catches: finally Async\AsyncCancellation <- PDOException <- PDOException
wrapped by hand: LogicException <- Async\AsyncCancellation <- PDOException <- PDOException
