--TEST--
The end of an isolation: destructors see its state, wait, throw, fill statics again, spawn; once each, and everything of others is as before (I6)
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, spawn, suspend};

class D {
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
function holdStatic($new = null) { static $object; $object ??= $new; }

$name = 'main';
$places = [
    'property' => function ($d) { D::$held = $d; }, 'typed property' => function ($d) { D::$typed = $d; },
    'array' => function ($d) { D::$more = [[$d]]; }, 'static variable' => function ($d) { holdStatic($d); },
    'global' => function ($d) { global $object; $object = $d; }, 'superglobal' => function ($d) { $_SERVER['object'] = $d; },
    'reference' => function ($d) { D::$held = $d; $GLOBALS['ref'] = &D::$held; },
    'cycle' => function ($d) { $d->self = $d; D::$held = $d; }, 'closure' => function ($d) { D::$held = function () use ($d) {}; },
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
        delay(2);
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
    delay(1);
}
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
- property, main has changed
- property, declares: own own own 2
in a class of the end: main no global main 1
main has changed
- property, spawns: own own own 2 Coroutine scope is closed
main has changed
- property, isolates: own own own 2 Coroutine scope is closed
main has changed
- property, collects: own own own 2
main has changed
- typed property, says: own own own 2
main has changed
- typed property, waits: own own own 2 own
main has changed
- typed property, fills: own own own 2
global filled: own own own 3
filled: own no global main 4
main has changed
- typed property, spawns: own own own 2 Coroutine scope is closed
main has changed
- typed property, isolates: own own own 2 Coroutine scope is closed
main has changed
- typed property, collects: own own own 2
main has changed
- array, says: own own own 2
main has changed
- array, waits: own own own 2 own
main has changed
- array, fills: own own own 2
global filled: own own own 3
filled: own no global main 4
main has changed
- array, spawns: own own own 2 Coroutine scope is closed
main has changed
- array, isolates: own own own 2 Coroutine scope is closed
main has changed
- array, collects: own own own 2
main has changed
- static variable, says: own own own 2
main has changed
- static variable, waits: own own own 2 own
main has changed
- static variable, fills: own own own 2
filled: own own own 3
global filled: own own own 4
main has changed
- static variable, spawns: own own own 2 Coroutine scope is closed
main has changed
- static variable, isolates: own own own 2 Coroutine scope is closed
main has changed
- static variable, collects: own own own 2
main has changed
- global, says: own own own 2
main has changed
- global, waits: own own own 2 own
main has changed
- global, fills: own own own 2
filled: own own own 3
global filled: own own own 4
main has changed
- global, spawns: own own own 2 Coroutine scope is closed
main has changed
- global, isolates: own own own 2 Coroutine scope is closed
main has changed
- global, collects: own own own 2
main has changed
- superglobal, says: own own own 2
main has changed
- superglobal, waits: own own own 2 own
main has changed
- superglobal, fills: own own own 2
filled: own own own 3
global filled: own own own 4
main has changed
- superglobal, spawns: own own own 2 Coroutine scope is closed
main has changed
- superglobal, isolates: own own own 2 Coroutine scope is closed
main has changed
- superglobal, collects: own own own 2
main has changed
- reference, says: own own own 2
main has changed
- reference, waits: own own own 2 own
main has changed
- reference, fills: own own own 2
filled: own own own 3
global filled: own own own 4
main has changed
- reference, spawns: own own own 2 Coroutine scope is closed
main has changed
- reference, isolates: own own own 2 Coroutine scope is closed
main has changed
- reference, collects: own own own 2
main has changed
- cycle, 
Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
says: main main main 2
main has changed
- cycle, 
Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
waits: main main main 3 main
main has changed
- cycle, 
Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
fills: main main main 4
main has changed
- cycle, 
Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
spawns: main main main 5
main has changed
- cycle, spawned: main

Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
isolates: main main main 6 An isolated scope cannot be made in a destructor
main has changed
- cycle, 
Deprecated: Creation of dynamic property D::$self is deprecated in /tmp/wt-isotest/tests/isolation/.run.15234.php on line 36
collects: main main main 7
main has changed
- closure, says: own no global main 8
main has changed
- closure, waits: own no global main 8 own
main has changed
- closure, fills: own no global main 8
filled: own no global main 9
global filled: main main main 8
main has changed
- closure, spawns: own no global main 9 Coroutine scope is closed
main has changed
- closure, isolates: own no global main 9 Coroutine scope is closed
main has changed
- closure, collects: own no global main 9
main has changed
- property, throws: own own main 9
says: own own main 10
handled: thrown at the end main
- global, throws: own own main 9
says: own own main 10
handled: thrown at the end main
- static variable, throws: own own main 9
says: own own main 10
handled: thrown at the end main
end of main
waits: left main main 9 left
global filled: end main main 9
filled: end main main 10
refills: end main main 30
