--TEST--
anyOf() throws errors as they come, one at each await, and throws when too few sources can still succeed (CB-03, D23)
--FILE--
<?php
// schedules: any
// schedules: may deadlock
use Async\{Future, FutureState};
use function Async\{await, anyOf, spawn, suspend};

$state = array_map(fn() => new FutureState, range(0, 3));
$trigger = anyOf(2, array_map(fn($s) => new Future($s), $state));
$show = function () use ($trigger) {
    try {
        echo json_encode(await($trigger)), "\n";
    } catch (Exception $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
};
$state[2]->error(new DomainException('first error'));
$show();
$state[0]->complete('first success');
$state[3]->error(new DomainException('second error'));
$show();
$waiter = spawn($show);
suspend();
$state[1]->error(new DomainException('third error'));
$async = $waiter;
Async\await($waiter);
$show();
$show();
?>
--EXPECT--
DomainException: first error
DomainException: second error
DomainException: third error
Async\AsyncException: Cannot wait for 2 successful results: at most 1 are possible
Async\AsyncException: Cannot wait for 2 successful results: at most 1 are possible
