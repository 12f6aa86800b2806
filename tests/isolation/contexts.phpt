--TEST--
Generators, Fibers and callbacks that are made in one isolation and used in another see the state of their caller (I6)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class S { static $n = 'main'; static function __callStatic($m, $a) { return self::$n; } }
function counted() { static $c = 0; return ++$c; }
function generate() { while (true) { yield S::$n . counted() . ($GLOBALS['g'] ?? ''); } }
function values() { static $v = 0; $r = &$v; while (true) { $r++; yield $v; } }
$g = 'M';
$fiber = fn() => new Fiber(function () { static $n = 0; while (true) { $n++; Fiber::suspend(S::$n . counted() . $n . $GLOBALS['g']); } });
$steps = fn(Generator $g) => [$g->current(), $g->next()][0];
$set = function (string $n) { S::$n = $n; $GLOBALS['g'] = strtoupper($n[0]); };

foreach (['generator' => [generate(...), $steps], 'fiber' => [$fiber, fn(Fiber $f) => $f->isStarted() ? $f->resume() : $f->start()]] as $name => [$make, $step]) {
    $one = Scope::isolated(); $two = Scope::isolated();
    $outside = $make();
    echo "$name: ", $step($outside), ' ';
    [$inside, $text] = await($one->spawn(function () use ($set, $make, $step, $outside) { $set('one'); $inside = $make(); return [$inside, $step($outside) . ' ' . $step($inside)]; }));
    echo $text, ' ', $step($inside), ' ', $step($outside), ' ';
    echo await($two->spawn(function () use ($set, $step, $inside, $outside) { $set('two'); return $step($inside) . ' ' . $step($outside); })), ' ';
    $one->dispose(); $one = null; suspend(); suspend();
    echo $step($inside), ' ', $step($outside), "\n";
    $two->dispose(); $two = null; $inside = null;
}
// A Fiber inside an isolation that waits while others run.
$one = Scope::isolated(); $two = Scope::isolated(); $jobs = [];
foreach (['one' => $one, 'two' => $two] as $n => $scope) {
    $jobs[] = $scope->spawn(function () use ($set, $n) {
        $set($n);
        $f = new Fiber(function () { $seen = ''; for ($i = 0; $i < 3; $i++) { suspend(); $seen .= S::$n . $GLOBALS['g'] . ' '; Fiber::suspend(); S::$n .= $i; } return $seen; });
        $f->start(); suspend(); while (!$f->isTerminated()) { $f->resume(); suspend(); }
        return $f->getReturn() . S::$n;
    });
}
foreach ($jobs as $job) echo await($job), "\n";
// A generator with a reference to a static keeps the place's value of its caller.
$values = values(); echo $steps($values), $steps($values);
echo await($one->spawn(fn() => $steps($values))), $steps($values), "\n";
// Callables by name, sorting, array functions, iterators, destructors of the caller.
$text = fn() => implode(',', array_map('S::any', [1])) . implode(',', iterator_to_array(new CallbackFilterIterator(new ArrayIterator([S::$n]), fn() => suspend() ?? true)))
    . preg_replace_callback('/x/', fn() => suspend() ?? S::$n, 'x') . (function () { $a = [2, 1, 3]; usort($a, function ($x, $y) { suspend(); return (S::$n === 'main') === true ? $x <=> $y : $y <=> $x; }); return implode($a); })();
$a = $one->spawn(fn() => $text()); $b = Async\spawn($text);
echo await($a), ' ', await($b), "\n";
// foreach by reference over a static array while others write theirs.
class L { static $list = [1, 2, 3]; }
$walk = function (int $factor) { foreach (L::$list as &$v) { $v *= $factor; suspend(); } unset($v); L::$list[] = $factor; return implode(',', L::$list); };
$x = $one->spawn($walk, 10); $y = $two->spawn($walk, 100); $z = Async\spawn($walk, 1);
echo await($x), ' ', await($y), ' ', await($z), ' ', implode(',', L::$list), "\n";
?>
--EXPECT--
generator: main1M main2M one2O one3O one1O main3M main4M two1T two2T
fiber: main71M one72O one81O main82M main93M two73T two84T main104M main115M
oneO one0O one01O one012
twoT two0T two01T two012
1234
one012one012one012321 mainmainmain123
10,20,30,10 100,200,300,100 1,2,3,1 1,2,3,1
