--TEST--
Static variables that are initialized at run time (from 8.3 on): once in each isolation that has not inherited a value (I1, I4)
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80300) die('skip from PHP 8.3 on');
?>
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class State
{
    public static string $name = 'main';
    public static int $runs = 0;
}
function initial(string $what): string
{
    State::$runs++;
    suspend();
    return $what . ' of ' . State::$name;
}
function value(string $new = ''): string
{
    static $value = initial('value');
    static $nothing = initial('') ? null : 1;
    if ($new) {
        $value = $new;
    }
    return $value . ($nothing === null ? '' : ' BROKEN');
}
class Holder
{
    public function of(): object
    {
        static $object = new ArrayObject([initial('object')]);
        return $object;
    }
}
class Heir extends Holder
{
}
$scopes = [];
function in(string $name): Async\Coroutine
{
    return ($GLOBALS['scopes'][] = Scope::isolated())->spawn(function () use ($name) {
        State::$name = $name;
        $closure = function () { static $own = initial('closure'); return $own; };
        $first = [value(), (new Holder)->of()[0], (new Heir)->of()[0], $closure()];
        suspend();
        value("changed in $name");
        suspend();
        $same = (new Holder)->of() === (new Holder)->of();
        return implode(', ', [...$first, value(), $closure(), State::$runs, $same ? 'same' : 'BROKEN']);
    });
}
[$one, $two] = [in('one'), in('two')];
echo await($one), "\n", await($two), "\n";
echo State::$runs, ' ', value(), ', ', (new Holder)->of()[0], ', ', State::$runs, "\n";
// What main has initialized is copied.
[$three, $four] = [in('three'), in('four')];
echo await($three), "\n", await($four), "\n", value(), "\n";
?>
--EXPECT--
value of one, object of one, object of one, closure of one, changed in one, closure of one, 4, same
value of two, object of two, object of two, closure of two, changed in two, closure of two, 4, same
0 value of main, object of main, 3
value of main, object of main, object of main, closure of three, changed in three, closure of three, 4, same
value of main, object of main, object of main, closure of four, changed in four, closure of four, 4, same
value of main
