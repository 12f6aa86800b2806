--TEST--
Failures behind nested triggers are held while the outer one is awaited, and go to their scopes after it (D10, D23)
--FILE--
<?php
use Async\{Future, FutureState, Scope};
use function Async\{all, any, await, captureErrors, ignoreErrors, suspend};

function scope(string $name): Scope
{
    $scope = new Scope;
    $scope->setExceptionHandler(function ($e) use ($name) {
        echo "  scope $name gets ", $e->getMessage(), "\n";
    });
    return $scope;
}

function pass(): void
{
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
}

$shapes = [
    'all' => fn($sources) => all($sources),
    'all in all' => fn($sources) => all([all($sources), new Future(new FutureState)]),
    'view of all' => fn($sources) => captureErrors(all($sources)),
    'one in all' => fn($sources) => all(array_map(fn($source) => ignoreErrors(any([$source])), $sources)),
    'ONE in all' => fn($sources) => all(array_map(fn($source) => captureErrors($source), $sources)),
];
foreach ($shapes as $name => $make) {
    foreach (['before', 'during', 'before and during'] as $when) {
        echo "$name, failed $when\n";
        $states = [new FutureState, new FutureState];
        [$a, $b] = [scope('A'), scope('B')];
        $sources = [];
        foreach ([$a, $b] as $i => $scope) {
            $sources[] = $scope->spawn(function () use ($when, $i, $states) {
                if ($when === 'during' || ($when !== 'before' && $i)) {
                    await(new Future($states[0]));
                }
                throw new LogicException("error $i");
            });
        }
        // The nested trigger does not fire: it has a source that stays pending.
        $nested = $make([...$sources, new Future(new FutureState)]);
        $outer = any([new Future($states[1]), $nested]);
        Async\spawn(function () use ($states) {
            suspend();
            suspend();
            $states[0]->complete();
            pass();
            echo "  fires\n";
            $states[1]->complete('fired');
        });
        echo '  ', await($outer), "\n";
        pass();
        unset($outer, $nested);
    }
}
?>
--EXPECT--
all, failed before
    fires
fired
  scope A gets error 0
  scope B gets error 1
all, failed during
    fires
fired
  scope A gets error 0
  scope B gets error 1
all, failed before and during
    fires
fired
  scope A gets error 0
  scope B gets error 1
all in all, failed before
    fires
fired
  scope A gets error 0
  scope B gets error 1
all in all, failed during
    fires
fired
  scope A gets error 0
  scope B gets error 1
all in all, failed before and during
    fires
fired
  scope A gets error 0
  scope B gets error 1
view of all, failed before
    fires
fired
  scope A gets error 0
  scope B gets error 1
view of all, failed during
    fires
fired
  scope A gets error 0
  scope B gets error 1
view of all, failed before and during
    fires
fired
  scope A gets error 0
  scope B gets error 1
one in all, failed before
    fires
fired
  scope A gets error 0
  scope B gets error 1
one in all, failed during
    fires
fired
  scope A gets error 0
  scope B gets error 1
one in all, failed before and during
    fires
fired
  scope A gets error 0
  scope B gets error 1
ONE in all, failed before
    fires
fired
  scope A gets error 0
  scope B gets error 1
ONE in all, failed during
    fires
fired
  scope A gets error 0
  scope B gets error 1
ONE in all, failed before and during
    fires
fired
  scope A gets error 0
  scope B gets error 1
