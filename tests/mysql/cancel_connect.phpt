--TEST--
Cancelled while it connects to MySQL: the library's exceptions become previous ones of the cancellation, with all arguments (D11, D34, IO-14)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($deaf, false), ':'), 1);
$calls = [
    // The backtrace hides the password in an object, whose constructor runs inside the failing call.
    'PDO' => fn() => new PDO("mysql:host=127.0.0.1;port=$port", 'user', 'secret'),
    'mysqli' => fn() => @new mysqli('127.0.0.1', 'user', 'secret', null, $port),
];
foreach ($calls as $name => $call) {
    $coroutine = Async\spawn($call);
    do {
        Async\delay(5);
    } while (!$coroutine->isSuspended());
    $coroutine->cancel(new Async\AsyncCancellation('enough'));
    try {
        Async\await($coroutine);
    } catch (Throwable $e) {
        for ($chain = []; $e; $e = $e->getPrevious()) {
            $chain[] = get_class($e);
        }
        echo "$name: ", implode(' < ', $chain), "\n";
    }
}
?>
--EXPECT--
PDO: Async\AsyncCancellation < PDOException < PDOException
mysqli: Async\AsyncCancellation < mysqli_sql_exception
