--TEST--
A subclass of the cancellation can carry data and keeps its identity and trace; cancel() accepts only cancellations (CN-07, CN-16, CN-19, D2)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Because extends Async\AsyncCancellation {
    public function __construct(public readonly array $data) { parent::__construct('because'); }
}
$c = spawn(fn() => delay(100000));
suspend();
$c->cancel($reason = new Because(['k' => 1]));
try { await($c); } catch (Because $e) { var_dump($e === $reason, $e->data['k'], $e->getLine()); }

foreach ([new Exception('x'), new Error('x'), 'text', 42, new stdClass] as $wrong) {
    try {
        spawn(fn() => 1)->cancel($wrong);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
$n = spawn(fn() => 1);
$n->cancel(null);
var_dump($n->isCancelled());
// schedules: any
?>
--EXPECT--
bool(true)
int(1)
int(9)
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Error given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, string given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, int given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, stdClass given
bool(true)
