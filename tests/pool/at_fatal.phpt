--TEST--
A fatal error while resources of a pool are lent, awaited and opened: none is destroyed, and no coroutine goes on
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, delay};

$made = 0;
$pool = new Pool(function () use (&$made) {
    if (++$made > 2) {
        delay(100000);
    }
    return (object) ['n' => $made];
}, fn($r) => print("destroyed $r->n\n"), reset: function () { delay(100000); }, max: 3);
$acquire = function () use ($pool) {
    try {
        $pool->acquire();
        delay(100000);
    } finally {
        echo "finally\n";
    }
};
for ($i = 0; $i < 5; $i++) {
    spawn($acquire);
}
register_shutdown_function(function () use ($pool) {
    echo 'lent ', $pool->lent(), "\n";
});
suspend();
suspend();
echo count($pool), ' ', $pool->lent(), ' ', $pool->waiting(), "\n";
spawn(function () {
    @trigger_error("fatal", E_USER_ERROR);
});
suspend();
?>
--EXPECTF--
3 2 2

Fatal error: fatal in %r(?:(?!finally|destroyed).)*%r
lent 2
