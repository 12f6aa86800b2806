--TEST--
Triggers in reference cycles are collected, also when results and handlers refer back to them (CB-06, D23)
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{any, all, await, captureErrors, ignoreErrors, spawn, suspend};

class Probe {
    public $held;
    public $more;
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name is collected\n"; }
}
function make(string $name): void {
    $probe = new Probe($name);
    switch ($name) {
        case 'result': $probe->held = any([Future::completed($probe), Future::completed(1)]); break;
        case 'taken': $probe->held = all([Future::completed($probe)]); await($probe->held); break;
        case 'handler': $probe->held = ignoreErrors(new Future, function () use ($probe) {}); break;
        case 'view': $probe->held = captureErrors(all([new Future, Future::completed($probe)])); break;
        case 'nested': $probe->held = any([all([new Future($probe->more = new FutureState), Future::completed($probe)])]); break;
        case 'coroutine': $probe->held = any([$probe->more = spawn(fn() => $probe), new Future]); suspend(); suspend(); break;
    }
}
foreach (['result', 'taken', 'handler', 'view', 'nested', 'coroutine'] as $name) {
    make($name);
    gc_collect_cycles();
}
echo "end\n";
?>
--EXPECT--
result is collected
taken is collected
handler is collected
view is collected
nested is collected
coroutine is collected
end
