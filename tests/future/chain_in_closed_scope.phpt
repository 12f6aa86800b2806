--TEST--
Callbacks of map() and catch() whose scope was closed fail, the error goes along the chain; finally() still runs (AW-17, D8)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState, Scope};
use function Async\{await, suspend};

foreach (['complete', 'error'] as $how) {
    $state = new FutureState;
    $future = new Future($state);
    $scope = new Scope;
    $futures = await($scope->spawn(fn() => [
        'map' => $future->map(fn() => 'mapped'),
        'catch' => $future->catch(fn() => 'caught'),
        'finally' => $future->finally(function () { suspend(); echo "finally\n"; }),
    ]));
    $scope->dispose();
    $how === 'complete' ? $state->complete('value') : $state->error(new Exception('error'));
    foreach ($futures as $name => $f) {
        try {
            $value = await($f);
            echo "$name: $value\n";
        } catch (Exception $e) {
            echo "$name: ", $e->getMessage(), ', previous: ', $e->getPrevious()?->getMessage() ?? 'none', "\n";
        }
    }
}
?>
--EXPECT--
map: Coroutine scope is closed, previous: none
catch: value
finally
finally: value
map: error, previous: none
catch: Coroutine scope is closed, previous: error
finally
finally: error, previous: none
