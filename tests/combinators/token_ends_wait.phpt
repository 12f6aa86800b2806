--TEST--
A token ends the wait for a trigger; when both are ready the result wins; the sources go on (CB-08, AW-07, AW-10, D24)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AwaitCancelledException, TimeoutException};
use function Async\{await, all, any, timeout};

$state = new FutureState;
$trigger = all(['k' => new Future($state), 'l' => Future::completed('L')]);
try {
    await($trigger, timeout(1));
} catch (AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$state->complete('K');
echo json_encode(await($trigger, Future::completed())), "\n";
?>
--EXPECT--
Async\TimeoutException
{"k":"K","l":"L"}
