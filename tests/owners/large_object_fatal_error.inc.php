<?php $words = 'host=127.0.0.1 port=22898 dbname=postgres user=async password=secret'; $name = 'test_9449_28cfca_0';
use function Async\{delay, spawn};
$make = fn() => new PDO("pgsql:$words", options: [PDO::ATTR_PERSISTENT => $name]);
// Lives as long as any object does.
class Other { public static $object; }
Other::$object = $make();
// … and this one as long as the main script.
$global = $make();
$global->beginTransaction();
echo '[', $global->query('SELECT 5')->fetchColumn(), "]\n";
$global->commit();
/** The server's process gives no answer until the next request has it go on. */
function stop(int $process): void
{
    exec("kill -STOP $process; (sleep 2; kill -CONT $process) >/dev/null 2>&1 &");
    spawn(fn() => trigger_error('the end', E_USER_ERROR));
}
spawn(function () use ($make, $words) {
    $db = pg_pconnect($words);
    pg_query($db, 'BEGIN');
    $oid = pg_lo_create($db);
    $lob = pg_lo_open($db, $oid, 'w');
    stop((int) pg_fetch_result(pg_query($db, 'SELECT pg_backend_pid()'), 0, 0));
 pg_lo_close($lob);
    echo 'BROKEN: not parked';
});
delay(100000);
