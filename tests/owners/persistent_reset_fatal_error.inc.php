<?php $words = 'port=25339 dbname=postgres user=async password=secret'; $name = 'test_27084_42aaad_0'; $host = '127.0.0.1';
use function Async\{delay, spawn};
$make = fn() => new PDO("pgsql:host=127.0.0.1;$words", options: [PDO::ATTR_PERSISTENT => $name]);
$ask = fn($db, $sql) => $db->query($sql)->fetchColumn();
$db = $make();
echo '[', $ask($db, 'SELECT 5'), "]\n";
try {
    $ask($db, 'SELECT pg_terminate_backend(pg_backend_pid())');
} catch (Throwable) {
}
spawn(function () use ($make, $db) {
    spawn(fn() => trigger_error('the end', E_USER_ERROR));
    $make();
    echo 'BROKEN: not parked';
});
delay(100000);