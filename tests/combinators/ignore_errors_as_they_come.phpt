--TEST--
The handler of ignoreErrors(all()) gets each error when it happens, not at the end (CB-05, D23)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState};
use function Async\{spawn, await, all, ignoreErrors, suspend};

[$a, $b] = [new FutureState, new FutureState];
$waiter = spawn(fn() => await(ignoreErrors(all([new Future($a), new Future($b)]), fn($e) => print("handler: {$e->getMessage()}\n"))));
suspend();
$a->error(new Exception('early'));
suspend();
suspend();
echo "now the other\n";
$b->complete('done');
var_dump(await($waiter));
?>
--EXPECT--
handler: early
now the other
array(1) {
  [1]=>
  string(4) "done"
}
