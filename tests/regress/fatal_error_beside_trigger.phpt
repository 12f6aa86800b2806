--TEST--
A fatal error during a combined wait whose trigger a variable holds: its list entries outlive the stacks (P13)
--FILE--
<?php
use function Async\{spawn, await, any, suspend, delay};

$sources = [];
for ($i = 0; $i < 3; $i++) {
    $sources[] = spawn(fn() => delay(100000));
}
// In each source's list the combined wait is behind a coroutine.
foreach ($sources as $source) {
    spawn(fn() => await($source));
}
suspend();
suspend();
$any = any($sources);
$first = spawn(fn() => await($any));
suspend();
spawn(fn() => @trigger_error('this is the end', E_USER_ERROR));
await($first);
?>
--EXPECTF--
Fatal error: this is the end in %s on line %d
  in coroutine #%d spawned at %s:%d
  by the main script
