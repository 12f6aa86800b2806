--TEST--
Isolated scopes closed, cancelled, disposed and dropped in any order, with and without coroutines; classes, keywords, children, groups (I6, I7)
--FILE--
<?php
use Async\{BoundedScope, Scope, TaskGroup};
use function Async\{await, delay, spawn, spawnWith, suspend};

error_reporting(E_ALL & ~E_WARNING); // zombies are meant
class S { static $n = 'main'; static $object; }
class Mine extends Scope { public $made = 'default'; function __construct() { echo "never\n"; } }
final class Says { function __construct(private string $what) {} function __destruct() { echo $this->what, ' gone: ', S::$n, "\n"; } }
$check = function (string $what) { for ($i = 0; $i < 4; $i++) suspend(); if (S::$n !== 'main' || S::$object) echo "$what: main has changed\n"; };
$work = function (string $name) { S::$n = $name; S::$object = new Says($name); suspend(); if (S::$n !== $name) echo "not $name\n"; suspend(); };

$ways = ['dispose' => fn($s) => $s->dispose(), 'cancel' => fn($s) => $s->cancel(), 'disposeSafely' => fn($s) => @$s->disposeSafely(),
    'drop' => fn($s) => null, 'awaitCompletion' => fn($s) => $s->awaitCompletion(), 'timeout' => fn($s) => @$s->disposeAfterTimeout(1)];
foreach ($ways as $way => $close) {
    foreach ([0, 1, 3] as $steps) {
        foreach ([true, false] as $inner) {
            $scope = Scope::isolated();
            $below = $inner ? Scope::inherit($scope) : null;
            if ($steps) { $scope->spawn($work, "$way $steps"); if ($inner) $below->spawn(function () use ($way, $steps) { if (S::$n !== "$way $steps") echo "not shared below\n"; suspend(); }); }
            for ($i = 1; $i < $steps; $i++) suspend();
            if ($steps || $way !== 'awaitCompletion') $close($scope);
            if ($inner) { $scope = null; suspend(); $below = null; } else { $scope = null; }
            if ($way === 'timeout') delay(2);
            $check($way);
        }
    }
}
echo "- classes and forms\n";
$mine = Mine::isolated();
var_dump(get_class($mine), $mine->made, $mine->isIsolated(), (new Scope)->isIsolated(), Scope::global()->isIsolated(), Scope::inherit($mine)->isIsolated());
$bounded = BoundedScope::isolated()->withTimeout(5);
try { await($bounded->spawn(function () { S::$n = 'bounded'; delay(10000); })); } catch (Async\CancellationException $e) { echo get_class($e), "\n"; }
$check('bounded');
await(spawnWith($mine, fn() => S::$n = 'with'));
var_dump(await(spawn with $mine (fn() => S::$n)()));
$in = spawn in $mine { S::$n .= '+in'; return S::$n; };
var_dump(await($in));
$group = await($mine->spawn(function () {
    $group = new TaskGroup;
    for ($i = 0; $i < 3; $i++) $group->spawn(function () { S::$n .= '.'; suspend(); return S::$n; });
    await($group->all());
    return S::$n;
}));
var_dump($group);
$inherited = await($mine->spawn(function () { return await(spawn(fn() => [S::$n, Scope::inherit()->isIsolated()])); }));
echo json_encode($inherited), "\n";
$mine->dispose(); $bounded->dispose();
$mine = $bounded = $in = null;
$check('forms');

echo "- a parent goes first\n";
$parent = Scope::isolated();
$child = await($parent->spawn(function () { S::$n = 'parent'; S::$object = new Says('parent'); return Scope::isolated(); }));
await($child->spawn(function () { echo S::$n, "\n"; S::$n = 'child'; S::$object = new Says('child'); }));
$parent->dispose();
$check('parent');
var_dump($child->isClosed());
try { Scope::isolated($child); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$parent = $child = null;
$check('parents');
$closed = new Scope; $closed->dispose();
try { Scope::isolated($closed); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
echo "- in another scope than the current one\n";
$plain = new Scope;
$under = Scope::isolated($plain);
await($under->spawn(fn() => S::$n = 'under'));
$plain->dispose(); $plain = $under = null;
$check('under');
echo "- a failure\n";
$scope = Scope::isolated();
$scope->setExceptionHandler(function ($s, $c, $e) { echo $e->getMessage(), ' handled by ', S::$n, "\n"; });
$scope->finally(fn() => print('finally sees ' . S::$n . "\n"));
$scope->spawn(function () { S::$n = 'failing'; suspend(); throw new Exception('failure'); });
$check('failure');
$scope->dispose(); $scope = null;
$check('failure');
echo "end\n";
?>
--EXPECT--
dispose 3 gone: dispose 3
dispose 3 gone: dispose 3
cancel 3 gone: cancel 3
cancel 3 gone: cancel 3
disposeSafely 1 gone: disposeSafely 1
disposeSafely 1 gone: disposeSafely 1
disposeSafely 3 gone: disposeSafely 3
disposeSafely 3 gone: disposeSafely 3
drop 1 gone: drop 1
drop 1 gone: drop 1
drop 3 gone: drop 3
drop 3 gone: drop 3
awaitCompletion 1 gone: awaitCompletion 1
awaitCompletion 1 gone: awaitCompletion 1
awaitCompletion 3 gone: awaitCompletion 3
awaitCompletion 3 gone: awaitCompletion 3
timeout 1 gone: timeout 1
timeout 1 gone: timeout 1
timeout 3 gone: timeout 3
timeout 3 gone: timeout 3
- classes and forms
string(4) "Mine"
string(7) "default"
bool(true)
bool(false)
bool(false)
bool(true)
Async\AsyncCancellation
string(4) "with"
string(7) "with+in"
string(10) "with+in..."
["with+in...",true]
- a parent goes first
parent
child gone: child
parent gone: parent
bool(true)
Coroutine scope is closed
Coroutine scope is closed
- in another scope than the current one
- a failure
failure handled by failing
finally sees failing
end
