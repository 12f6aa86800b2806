--TEST--
A trigger is freed while destructors of its sources' values settle other sources
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};
use function Async\{all, any};

class Settles
{
    function __construct(private FutureState $state)
    {
    }
    function __destruct()
    {
        $this->state->complete(new stdClass);
    }
}

foreach ([all(...), any(...)] as $make) {
    [$one, $two] = [new FutureState, new FutureState];
    $trigger = $make([
        Future::completed(new Settles($one)), new Future($one), Future::completed(new Settles($two)), new Future($two),
        Future::completed(new stdClass),
    ]);
    $trigger = null;
    var_dump($one->isCompleted(), $two->isCompleted());
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
