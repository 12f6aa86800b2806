--TEST--
A trigger as token: any() ends the wait with the first source, all() with the last; an error is thrown unchanged (CB-08, AW-09, AW-12, D3)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, AsyncCancellation, AwaitCancelledException};
use function Async\{spawn, await, any, all, captureErrors, suspend};

$endless = new Future($keep = new FutureState);
$cancelled = new Future;
$cancelled->cancel(new AsyncCancellation('token cancelled'));
$tokens = [
    'any' => fn() => any([new Future, spawn(function () { suspend(); suspend(); })]),
    'any error' => fn() => any([new Future, spawn(function () { suspend(); throw new LogicException('failed'); })]),
    'any cancelled' => fn() => any([$cancelled]),
    'all' => fn() => all([spawn(function () { suspend(); }), spawn(fn() => 1)]),
    'all error' => fn() => all([spawn(function () { for ($i = 0; $i < 9; $i++) suspend(); }), spawn(fn() => throw new LogicException('held until the end'))]),
    'captured' => fn() => captureErrors(all([spawn(fn() => throw new LogicException('captured'))])),
    'exhausted' => fn() => any([]),
];
foreach ($tokens as $name => $token) {
    try {
        await($endless, $token());
    } catch (AwaitCancelledException $e) {
        echo "$name: ended, previous: ", $e->getPrevious()?->getMessage() ?? 'none', "\n";
    } catch (Exception $e) {
        echo "$name: ", get_class($e), ' ', $e->getMessage(), "\n";
    }
}
for ($i = 0; $i < 9; $i++) suspend();
echo "end\n";
?>
--EXPECT--
any: ended, previous: none
any error: LogicException failed
any cancelled: ended, previous: token cancelled
all: ended, previous: none
all error: LogicException held until the end
captured: ended, previous: none
exhausted: Async\AsyncException Nothing is left to wait for: all sources of any() have been delivered
end
