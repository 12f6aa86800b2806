<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';
error_reporting(E_ALL & ~E_DEPRECATED);

$server = server('pgsql');
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 10));
$connection = pg_connect("host=$host port=$port dbname=$server[database] user=$server[user] "
    . "password=$server[password]", PGSQL_CONNECT_FORCE_NEW);
$query = fn(int $number) => pg_fetch_result(pg_query($connection, "SELECT $number"), 0, 0);
pg_query($connection, 'BEGIN');
$object = pg_locreate($connection);
pg_query($connection, 'COMMIT');
$file = tempnam(sys_get_temp_dir(), 'async');
$result = pg_query($connection, 'SELECT 1::int');
$others = [
    'encoding' => fn() => pg_setclientencoding($connection, 'LATIN1'),
    'type' => fn() => pg_fieldtype($result, 0),
];
foreach ($others as $name => $other) {
    side_by_side($name, [fn() => $query(1), $other, fn() => $query(2), $other, fn() => $query(3)]);
}
// Large objects need a transaction, which no other coroutine can use.
$in_transaction = function (callable $fn) use ($connection, $object) {
    pg_query($connection, 'BEGIN');
    $lob = pg_loopen($connection, $object, 'w+');
    $answer = $fn($lob);
    pg_loclose($lob);
    pg_query($connection, 'COMMIT');
    return $answer;
};
side_by_side('objects', [
    fn() => $in_transaction(fn($lob) => pg_lowrite($lob, 'text')),
    fn() => $query(4),
    fn() => $in_transaction(fn($lob) => pg_loread($lob, 9)),
    fn() => $in_transaction(fn() => pg_loexport($connection, $object, $file)),
    fn() => $query(5),
    fn() => $in_transaction(fn() => pg_lounlink($connection, pg_loimport($connection, $file))),
]);
echo file_get_contents($file), "\n";
unlink($file);

// A call outside of a transaction, while another coroutine waits for an answer.
refusal(fn() => $query(6), fn() => pg_setclientencoding($connection, 'UTF8'));
refusal(fn() => $query(6), fn() => pg_locreate($connection));
refusal(fn() => $query(6), fn() => pg_lounlink($connection, $object));
refusal(fn() => $query(6), fn() => pg_loopen($connection, $object, 'r'));
?>
