--TEST--
Line numbers are kept: __LINE__, exceptions, traces, warnings, functions, places of coroutines (SY-24, TL-01)
--FILE--
<?php
function fail(int $line)
{
    throw new LogicException("line $line");
}
function where(Throwable $e): string
{
    return $e->getMessage() . ' ' . $e->getLine() . ' ' . implode(' ', array_map(
        fn($frame) => $frame['function'] . ':' . ($frame['line'] ?? '-'), $e->getTrace()));
}

$first = spawn
    use
    (
        $undefined
    )
    : int
{
    return
        __LINE__;
};
echo await
    $first
    until
    // A comment with spawn { in it, and an "unclosed quote
    Async\timeout(
        10000
    ), ' ', __LINE__, "\n";

try {
    await spawn {
        fail(__LINE__);
    };
} catch (LogicException $e) {
    echo where($e), "\n";
}
try {
    await /* one
      two */ spawn fail(
        __LINE__
    );
} catch (LogicException $e) {
    echo where($e), "\n";
}
try {
    spawn with
        new class implements Async\ScopeProvider {
            function provideScope(): ?Async\Scope { throw new LogicException('line ' . __LINE__); }
        }
        fail(0);
} catch (LogicException $e) {
    echo where($e), "\n";
}
echo await spawn $GLOBALS
    ['e']
    ?->getLine
    (), "\n";

$coroutine = spawn {
    suspend;
    $x = <<<TEXT
        line
        {$undefined}
        TEXT;
};
echo $coroutine->getSpawnFileAndLine()[1], ' ';
suspend;
echo $coroutine->getSuspendFileAndLine()[1], ' ', __LINE__, "\n";
await $coroutine;

spawn function
    {
        echo (new ReflectionFunction((fn() => 1)))->getStartLine(), "\n";
    };
await spawned;
$closure = function () {
    spawn {

    };
};
$reflection = new ReflectionFunction($closure);
echo $reflection->getStartLine(), '-', $reflection->getEndLine(), "\n";
?>
--EXPECTF--

Warning: Undefined variable $undefined in %slines.php on line 15
20 28
line 32 4 fail:32 {closure%S}:-
line 41 4 fail:-
line 48 48 provideScope:- Async\spawnWith:46
48
59 60 68

Warning: Undefined variable $undefined in %slines.php on line 63
73
76-80
