--TEST--
Futures in reference cycles are collected: through the result, the error, a callback, the future itself (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};

class Probe {
    public $held;
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name collected\n"; }
}
function cycle(string $name): Probe {
    $probe = new Probe($name);
    $probe->held = new Future($state = new FutureState);
    switch ($name) {
        case 'result': $state->complete($probe); break;
        case 'error':
            $error = new Exception;
            $error->probe = $probe;
            $probe->held->ignore();
            $state->error($error);
            break;
        case 'callback': $probe->held->map(function () use ($probe) {}); break;
        case 'state': $probe->state = $state; $probe->held->finally(fn() => $probe); break;
    }
    return $probe;
}
error_reporting(E_ALL & ~E_DEPRECATED);
foreach (['result', 'error', 'callback', 'state'] as $name) {
    cycle($name);
    echo "$name: ";
    gc_collect_cycles();
}
?>
--EXPECT--
result: result collected
error: error collected
callback: callback collected
state: state collected
