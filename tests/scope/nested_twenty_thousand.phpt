--TEST--
20,000 nested scopes are cancelled, disposed, and dropped without recursion on the C stack (SH-06, SH-09, D18)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$depth = getenv('ASYNC_TEST_TOOL') ? 2000 : 20000;
function nest(int $depth): array
{
    $scopes = [new Scope];
    for ($i = 1; $i < $depth; $i++) $scopes[] = Scope::inherit($scopes[$i - 1]);
    return $scopes;
}
$warnings = 0;
set_error_handler(function () use (&$warnings) { $warnings++; return true; });
foreach (['cancel', 'dispose', 'disposeSafely', 'disposeAfterTimeout', 'unset from the outside', 'unset from the inside'] as $method) {
    $scopes = nest($depth);
    $ends = 0;
    $innermost = $scopes[$depth - 1];
    $never = $innermost->spawn(function () use (&$ends) { try { suspend(); suspend(); } finally { $ends++; } });
    $scopes[0]->spawn(fn() => 1);
    suspend();
    if ($method === 'unset from the outside') {
        unset($innermost);
        foreach ($scopes as $i => $_) unset($_, $scopes[$i]);
    } elseif ($method === 'unset from the inside') {
        unset($innermost);
        for ($i = $depth - 1; $i >= 0; $i--) unset($scopes[$i]);
    } else {
        $scopes[0]->$method(...($method === 'disposeAfterTimeout' ? [100000] : []));
        echo count(array_filter($scopes, fn($s) => $s->isClosed())) === $depth ? "all closed\n" : "not all\n";
        $scopes[0]->awaitAfterCancellation();
    }
    for ($i = 0; $i < 4; $i++) suspend();
    echo "$method: $warnings warnings, $ends ended\n";
    $warnings = 0;
    unset($innermost, $never, $scopes);
}
// Only the child holds the record of its parent: the release of the last one releases all of them.
$scope = new Scope;
for ($i = 0; $i < $depth; $i++) $scope = Scope::inherit($scope);
unset($scope);
var_dump(Scope::global()->getChildScopes());
// The failure of the innermost scope moves up through all of them.
$scopes = nest($depth);
$scopes[0]->setExceptionHandler(fn($e) => print("{$e->getMessage()}\n"));
$scopes[$depth - 1]->spawn(function () { throw new Exception('from the depth'); });
$scopes[0]->awaitCompletion();
?>
--EXPECTF--
all closed
cancel: 0 warnings, 1 ended
all closed
dispose: 1 warnings, 1 ended
all closed
disposeSafely: 1 warnings, 1 ended
all closed
disposeAfterTimeout: 1 warnings, 1 ended
unset from the outside: 1 warnings, 1 ended
unset from the inside: 1 warnings, 1 ended

Fatal error: Uncaught Async\AsyncException: Coroutine scope is closed in %snested_twenty_thousand.php:39
Stack trace:
#0 %snested_twenty_thousand.php(39): Async\Scope::inherit(Object(Async\Scope))
#1 {main}
  thrown in %snested_twenty_thousand.php on line 39
