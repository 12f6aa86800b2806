--TEST--
Isolations in isolations, 200 deep, each begins with its maker's state; 10,000 side by side; what they took is given back (I7)
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn, suspend};

class S { static $depth = 0; static $path = []; }
function level() { static $level = 0; return $level++; }
$g = 0;
$down = function (int $left) use (&$down) {
    S::$depth++; S::$path[] = S::$depth; $GLOBALS['g']++; $level = level();
    suspend();
    $below = null;
    if ($left > 0) {
        $scope = Scope::isolated();
        $below = await($scope->spawn($down, $left - 1));
        $scope->dispose();
    }
    suspend();
    if (S::$depth !== count(S::$path) || $GLOBALS['g'] !== S::$depth || $level !== S::$depth - 1 || level() !== S::$depth) echo "wrong at ", S::$depth, "\n";
    return $below ?? S::$depth;
};
$scope = Scope::isolated();
var_dump(await($scope->spawn($down, 199)), S::$depth, $g, level());
$scope->dispose(); $scope = null;
for ($i = 0; $i < 1000; $i++) suspend();

// Nested without coroutines in between: parents are handed over.
$scopes = [Scope::isolated()];
for ($i = 0; $i < 200; $i++) $scopes[] = Scope::isolated(end($scopes));
await(end($scopes)->spawn(fn() => S::$depth = 7));
var_dump(S::$depth);
shuffle($scopes);
while ($scopes) array_pop($scopes);
for ($i = 0; $i < 500; $i++) suspend();

$many = function (int $n) {
    gc_collect_cycles();
    $before = memory_get_usage();
    $scopes = []; $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $scopes[$i] = Scope::isolated();
        $scopes[$i]->spawn(function () use ($i) { S::$depth = $i; });
    }
    for ($i = 0; $i < 4; $i++) suspend();
    $each = (memory_get_usage() - $before) / $n;
    foreach ($scopes as $i => $scope) $scope->spawn(function () use ($i, &$sum) { $sum += S::$depth === $i && S::$path === []; });
    while ($sum < $n) suspend();
    $scopes = $scope = null;
    for ($i = 0; $i < 4; $i++) suspend();
    gc_collect_cycles();
    return [$sum, $each < 16384 ? 'small' : $each, memory_get_usage() - $before];
};
$n = getenv('ASYNC_TEST_TOOL') ? 300 : 10000;
$many($n);
[$sum, $each, $left] = $many($n);
var_dump($sum === $n, $each, abs($left) < 4096 ? 0 : $left, S::$depth, Scope::isolated()->isIsolated());
?>
--EXPECT--
int(200)
int(0)
int(0)
int(0)
int(0)
bool(true)
string(5) "small"
int(0)
int(0)
bool(true)
