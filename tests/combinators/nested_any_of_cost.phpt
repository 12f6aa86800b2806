--TEST--
Awaits of anyOf() nested in 2,000 levels cost about what those of all() cost, whether the innermost one succeeds or fails
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{all, anyOf};

function processor_time(callable $work): float
{
    $before = getrusage();
    $work();
    $after = getrusage();
    return $after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']
        + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e6;
}

$pending = new Future($never = new FutureState);

function awaits(callable $level): callable
{
    return function () use ($level) {
        foreach ([true, false] as $succeeds) {
            $trigger = new Future($state = new FutureState);
            for ($i = 0; $i < 2000; $i++) {
                $trigger = $level($trigger);
            }
            $succeeds ? $state->complete(1) : $state->error(new LogicException('failed'));
            try {
                $value = Async\await($trigger);
                for ($depth = 0; is_array($value); $depth++) {
                    $value = $value[0];
                }
                echo "$value in $depth levels\n";
            } catch (LogicException $e) {
                echo $e->getMessage(), "\n";
            }
        }
    };
}

$all = processor_time(awaits(fn($inner) => all([$inner])));
foreach ([fn($inner) => anyOf(1, [$inner]), fn($inner) => anyOf(1, [$inner, $pending])] as $level) {
    $some = processor_time(awaits($level));
    echo $some < 5 * $all + 0.05 ? "as all()\n" : "$some seconds, all() took $all\n";
}
?>
--EXPECT--
1 in 2000 levels
failed
1 in 2000 levels
failed
as all()
1 in 2000 levels
failed
as all()
