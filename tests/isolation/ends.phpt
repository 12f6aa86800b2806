--TEST--
The end of an isolation: destructors see its state, wait, throw, fill statics again, spawn; once each, and everything of others is as before (I6)
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, spawn, suspend};

class D {
    public $self;
    static $held, $more = [], $name = 'main'; static ?D $typed = null;
    function __construct(public string $does) {}
    function __destruct() {
        global $name;
        static $n = 0;
        $n++;
        $text = "$this->does: " . self::$name . ' ' . ($name ?? 'no global') . ' ' . helper() . " $n";
        switch ($this->does) {
            case 'waits': delay(1); $text .= ' ' . self::$name; break;
            case 'throws': echo $text, "\n"; throw new Exception('thrown at the end');
            case 'fills': if (count(self::$more) < 3) { self::$more[] = new D('filled'); $GLOBALS['filled'] = new D('global filled'); } break;
            case 'refills': static $left = 20; if ($left-- > 0) { self::$held = new D('refills'); return; } break;
            case 'spawns': try { spawn(function () { echo "spawned: ", D::$name, "\n"; }); } catch (Throwable $e) { $text .= ' ' . $e->getMessage(); } break;
            case 'isolates': try { Scope::isolated(); $text .= ' isolated'; } catch (Async\AsyncException $e) { $text .= ' ' . $e->getMessage(); } break;
            case 'declares': eval('class Declared { static $d = 1; } '); Declared::$d = new D('in a class of the end'); break;
            case 'collects': gc_collect_cycles(); break;
            case 'exits': exit;
        }
        echo $text, "\n";
    }
}
function helper() { static $helped = 'main'; if (func_num_args()) $helped = func_get_arg(0); return is_object($helped) ? 'object' : $helped; }
/** Wait until no isolation is left. */
function over() { do delay(1); while (Async\stats()['isolations']); }
function holdStatic($new = null) { static $object; $object ??= $new; }

$name = 'main';
$places = [
    'property' => function ($d) { D::$held = $d; }, 'typed property' => function ($d) { D::$typed = $d; },
    'array' => function ($d) { D::$more = [[$d]]; }, 'static variable' => function ($d) { holdStatic($d); },
    'global' => function ($d) { global $object; $object = $d; }, 'superglobal' => function ($d) { $_SERVER['object'] = $d; },
    'reference' => function ($d) { D::$held = $d; $GLOBALS['ref'] = &D::$held; },
    'closure' => function ($d) { D::$held = function () use ($d) {}; },
];
foreach ($places as $place => $put) {
    foreach (['says', 'waits', 'fills', 'refills', 'declares', 'spawns', 'isolates', 'collects'] as $does) {
        if ($does === 'declares' && $place !== 'property') continue;
        if ($does === 'refills' && $place !== 'property') continue;
        echo "- $place, ";
        $scope = Scope::isolated();
        await($scope->spawn(function () use ($put, $does) { D::$name = 'own'; $GLOBALS['name'] = 'own'; helper('own'); $put(new D($does)); }));
        $scope->dispose();
        $scope = null;
        over();
        gc_collect_cycles();
        if (D::$held || D::$more || D::$typed || D::$name !== 'main' || $name !== 'main' || helper() !== 'main' || isset($filled)) echo "main has changed\n";
    }
}
foreach (['property', 'global', 'static variable'] as $place) {
    echo "- $place, ";
    $scope = Scope::isolated();
    $scope->setExceptionHandler(function ($s, $c, $e) { echo 'handled: ', $e->getMessage(), ' ', D::$name, "\n"; });
    await($scope->spawn(function () use ($places, $place) { D::$name = 'own'; $GLOBALS['name'] = 'own'; $places[$place](new D('throws')); D::$more[] = new D('says'); }));
    $scope->dispose();
    $scope = null;
    over();
}
// An object in a cycle is destructed in its isolation, too: the collector of main does not find it.
$scope = Scope::isolated();
await($scope->spawn(function () { D::$name = 'own'; $d = D::$held = new D('cycle says'); $d->self = $d; }));
$scope->dispose(); $scope = null;
suspend(); suspend();
gc_collect_cycles();
echo "end of main\n";
D::$name = 'end';
$left = Scope::isolated();
$left->spawn(function () { D::$name = 'left'; D::$held = new D('waits'); });
?>
--EXPECT--
- property, says: own own own 1
- property, waits: own own own 1 own
- property, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- property, refills: own own own 21
- property, declares: own own own 1
in a class of the end: own own own 2
- property, spawns: own own own 1 Coroutine scope is closed
- property, isolates: own own own 1 Coroutine scope is closed
- property, collects: own own own 1
- typed property, says: own own own 1
- typed property, waits: own own own 1 own
- typed property, fills: own own own 1
global filled: own own own 2
filled: own own own 3
- typed property, spawns: own own own 1 Coroutine scope is closed
- typed property, isolates: own own own 1 Coroutine scope is closed
- typed property, collects: own own own 1
- array, says: own own own 1
- array, waits: own own own 1 own
- array, fills: own own own 1
global filled: own own own 2
filled: own own own 3
- array, spawns: own own own 1 Coroutine scope is closed
- array, isolates: own own own 1 Coroutine scope is closed
- array, collects: own own own 1
- static variable, says: own own own 1
- static variable, waits: own own own 1 own
- static variable, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- static variable, spawns: own own own 1 Coroutine scope is closed
- static variable, isolates: own own own 1 Coroutine scope is closed
- static variable, collects: own own own 1
- global, says: own own own 1
- global, waits: own own own 1 own
- global, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- global, spawns: own own own 1 Coroutine scope is closed
- global, isolates: own own own 1 Coroutine scope is closed
- global, collects: own own own 1
- superglobal, says: own own own 1
- superglobal, waits: own own own 1 own
- superglobal, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- superglobal, spawns: own own own 1 Coroutine scope is closed
- superglobal, isolates: own own own 1 Coroutine scope is closed
- superglobal, collects: own own own 1
- reference, says: own own own 1
- reference, waits: own own own 1 own
- reference, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- reference, spawns: own own own 1 Coroutine scope is closed
- reference, isolates: own own own 1 Coroutine scope is closed
- reference, collects: own own own 1
- closure, says: own own own 1
- closure, waits: own own own 1 own
- closure, fills: own own own 1
filled: own own own 2
global filled: own own own 3
- closure, spawns: own own own 1 Coroutine scope is closed
- closure, isolates: own own own 1 Coroutine scope is closed
- closure, collects: own own own 1
- property, throws: own own main 1
says: own own main 2
handled: thrown at the end main
- global, throws: own own main 1
says: own own main 2
handled: thrown at the end main
- static variable, throws: own own main 1
says: own own main 2
handled: thrown at the end main
cycle says: own main main 1
end of main
waits: left main main 1 left
