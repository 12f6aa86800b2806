--TEST--
Everything that PHP keeps static has a value of its own in each isolation, and main's is as before (I1, I2, I5)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

class Base { public static $shared = 'main'; public static int $typed = 0; private static ?array $hidden = null;
    static function hidden($v = null) { if ($v !== null) self::$hidden[] = $v; return self::$hidden; }
    static function counted() { static $n = 0; return ++$n; }
    function method() { static $n = 0; return ++$n; } }
class Child extends Base {}                                    // all inherited
class Other extends Base { public static $shared = 'main'; static function counted() { static $n = 0; return ++$n; } }
trait T { static $inTrait = 'main'; static function inTrait() { static $n = 0; return ++$n; } }
class UsesT { use T; }
class AlsoT { use T; }
enum E { case A; case B; static function count() { static $n = 0; return ++$n; } }
final class Anon { static $object; }
Anon::$object = new class { static $own = 'main'; static function f() { static $n = 0; return ++$n; } };
function f() { static $n = 0; return ++$n; }
function &byReference() { static $value = 'main'; return $value; }
function isUninitialised() { try { return Uninit::$i; } catch (Error) { return 'uninitialised'; } }
class Uninit { static int $i; static ?E $e = E::A; }
abstract class Abstracted { static $a = [1, [2]]; }
interface I { const C = 'constant'; }

// Each member is a pair: change it, and read it.
$members = [
    'property' => [fn($v) => Base::$shared = $v, fn() => Base::$shared],
    'inherited property' => [fn($v) => Child::$shared = $v, fn() => Base::$shared],
    'redeclared property' => [fn($v) => Other::$shared = $v, fn() => Other::$shared . Base::$shared],
    'typed property' => [fn($v) => Base::$typed = crc32($v), fn() => Base::$typed],
    'private property' => [fn($v) => Base::hidden($v), fn() => json_encode(Base::hidden())],
    'static in a static method' => [fn($v) => Base::counted(), fn() => (new ReflectionMethod('Base', 'counted'))->getStaticVariables()['n']],
    'static in an inherited method' => [fn($v) => Child::counted(), fn() => (new ReflectionMethod('Child', 'counted'))->getStaticVariables()['n']],
    'static in an overridden method' => [fn($v) => Other::counted(), fn() => (new ReflectionMethod('Other', 'counted'))->getStaticVariables()['n']],
    'static in a method' => [fn($v) => (new Child)->method(), fn() => (new ReflectionMethod('Base', 'method'))->getStaticVariables()['n']],
    'trait property' => [fn($v) => UsesT::$inTrait = $v, fn() => UsesT::$inTrait . AlsoT::$inTrait],
    'static in a trait method' => [fn($v) => AlsoT::inTrait(), fn() => (new ReflectionMethod('AlsoT', 'inTrait'))->getStaticVariables()['n']],
    'static in an enum method' => [fn($v) => E::count(), fn() => (new ReflectionMethod('E', 'count'))->getStaticVariables()['n']],
    'property of an anonymous class' => [fn($v) => Anon::$object::$own = $v, fn() => Anon::$object::$own],
    'static in an anonymous class' => [fn($v) => Anon::$object::f(), fn() => (new ReflectionMethod(Anon::$object, 'f'))->getStaticVariables()['n']],
    'function' => [fn($v) => f(), fn() => (new ReflectionFunction('f'))->getStaticVariables()['n']],
    'function that returns its static by reference' => [function ($v) { $r = &byReference(); $r = $v; }, fn() => byReference()],
    'uninitialised property' => [fn($v) => Uninit::$i = strlen($v), fn() => isUninitialised()],
    'property with an enum' => [fn($v) => Uninit::$e = E::B, fn() => Uninit::$e->name],
    'array in a property' => [function ($v) { Abstracted::$a[1][] = $v; Abstracted::$a[] = $v; }, fn() => json_encode(Abstracted::$a)],
    'property written by reflection' => [fn($v) => (new ReflectionClass('Base'))->setStaticPropertyValue('shared', $v), fn() => (new ReflectionClass('Child'))->getStaticProperties()['shared']],
    'global variable' => [function ($v) { global $g; $g = $v; }, fn() => $GLOBALS['g']],
    'superglobal' => [fn($v) => $_SERVER['own'] = $v, fn() => $_SERVER['own'] ?? 'none'],
    'superglobal of a request' => [fn($v) => $_GET = [$v], fn() => json_encode($_GET)],
];
$g = 'main';
$count = count($members);
foreach ($members as $name => [$change, $read]) {
    $before = $read();
    $log = [];
    $in = function (string $who) use ($change, $read, $before, &$log, $name) {
        if ($read() !== $before) echo "$name: $who begins with ", var_export($read(), true), "\n";
        $change($who);
        $own = $read();
        if ($own === $before) echo "$name: the change of $who is not seen\n";
        suspend();
        if ($read() !== $own) echo "$name: $who sees another value\n";
        suspend();
        $change($who . $who);
        $log[] = $read();
    };
    $one = Scope::isolated(); $two = Scope::isolated();
    $one->spawn($in, 'one'); $two->spawn($in, 'two');
    for ($i = 0; $i < 6; $i++) {
        if ($read() !== $before) echo "$name: main sees ", var_export($read(), true), "\n";
        suspend();
    }
    if (count($log) !== 2) echo "$name: ", count($log), "\n";
    $change('main2');
    $one = $two = null;
    suspend(); suspend();
}
echo $count, " members\n", I::C, ' ', E::A->name, "\n";
?>
--EXPECT--
23 members
constant A
