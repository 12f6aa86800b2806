--TEST--
A worker of supervise() that is started while a failure ends its parent does its work and ends well; the parent reports the failure
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{delay, spawn, supervise};

spawn(function () {
    delay(1);
    throw new RuntimeException('the failure');
});
try {
    delay(60_000);
} catch (Async\AsyncCancellation $e) {
    echo 'main goes on after: ', $e->getPrevious()->getMessage(), "\n";
}
$starts = tempnam(sys_get_temp_dir(), 'async');
$parent = getmypid();
$status = supervise(1, function () use ($starts, $parent) {
    file_put_contents($starts, '.', FILE_APPEND);
    delay(1);
    if (filesize($starts) > 3) {
        posix_kill($parent, 9);   // it starts again and again
    }
}, backoff: 1);
echo "status $status, starts: ", file_get_contents($starts), "\n";
unlink($starts);
?>
--EXPECTF--
main goes on after: the failure
status 0, starts: .

Fatal error: Uncaught RuntimeException: the failure in %s
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
  in coroutine #2 spawned at %s
  by the main script
