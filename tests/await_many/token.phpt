--TEST--
A token ends the wait of each function of the family; when both are ready the result wins (AW-18, CB-08, AW-08, D3, D24)
--FILE--
<?php
// schedules: any
use Async\{Future, AwaitCancelledException, TimeoutException};
use function Async\{awaitAll, awaitAllOrFail, awaitAnyOrFail, awaitFirstSuccess, awaitAnyOf, awaitAnyOfOrFail, timeout};

$calls = [
    'awaitAll' => fn($s, $t) => awaitAll($s, $t),
    'awaitAllOrFail' => fn($s, $t) => awaitAllOrFail($s, $t),
    'awaitAnyOrFail' => fn($s, $t) => awaitAnyOrFail($s, $t),
    'awaitFirstSuccess' => fn($s, $t) => awaitFirstSuccess($s, $t),
    'awaitAnyOf' => fn($s, $t) => awaitAnyOf(1, $s, $t),
    'awaitAnyOfOrFail' => fn($s, $t) => awaitAnyOfOrFail(1, $s, $t),
];
class Mine implements Async\Awaitable {}
foreach ($calls as $name => $call) {
    try {
        $call([new Future], timeout(1));
    } catch (AwaitCancelledException $e) {
        echo "$name: ", get_class($e->getPrevious()), "\n";
    }
    echo json_encode($call([Future::completed('both ready')], Future::completed())), json_encode($call([], Future::completed())), "\n";
    try {
        $call([new Future], new Mine);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
awaitAll: Async\TimeoutException
[["both ready"],[]][[],[]]
Async\awaitAll(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Mine given
awaitAllOrFail: Async\TimeoutException
["both ready"][]
Async\awaitAllOrFail(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Mine given
awaitAnyOrFail: Async\TimeoutException
"both ready"null
Async\awaitAnyOrFail(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Mine given
awaitFirstSuccess: Async\TimeoutException
["both ready",[]][null,[]]
Async\awaitFirstSuccess(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Mine given
awaitAnyOf: Async\TimeoutException
[["both ready"],[]][[],[]]
Async\awaitAnyOf(): Argument #3 ($cancellation) must be an awaitable that an extension provides, Mine given
awaitAnyOfOrFail: Async\TimeoutException
["both ready"][]
Async\awaitAnyOfOrFail(): Argument #3 ($cancellation) must be an awaitable that an extension provides, Mine given
