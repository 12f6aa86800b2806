--TEST--
References in arrays lead to the values of their own isolation; handles of isolated scopes in arrays are not copied (I2)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class Registry { static array $stack = ['x' => ['n' => 1]]; static $current; static ?int $typed = 5; static array $deep = []; }
function &value($name, $default = null) { static $data = []; if (!array_key_exists($name, $data)) $data[$name] = $default; return $data[$name]; }
function user() { static $fast; if (!isset($fast)) $fast['user'] = &value('user', 'main'); return $fast['user']; }
function setUser($n) { $user = &value('user'); $user = $n; }
Registry::$current = &Registry::$stack['x'];
Registry::$deep = [[['leaf' => &Registry::$typed, 'plain' => [1, 2]]]];
user();
$list = [1, 2]; $ref = &$list[0];
$self = ['n' => 1]; $self['self'] = &$self;
$one = Scope::isolated();
$scopes = [5 => $one, 'other' => new stdClass, 6 => &$list[1]];
$show = fn() => user() . json_encode([Registry::$stack, Registry::$current, Registry::$typed, Registry::$deep, $GLOBALS['list'], $GLOBALS['ref'], $GLOBALS['self']['self']['self']['n']]);
$before = $show();
$change = function ($v) use ($show, $before) {
    if ($before !== $show()) echo 'begins with ', $show(), "\n";
    Registry::$current['n'] = $v; Registry::$stack['x']['m'] = $v; setUser($v);
    Registry::$deep[0][0]['leaf'] = strlen($v);
    try { Registry::$deep[0][0]['leaf'] = $v; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    $GLOBALS['ref'] = $v; suspend(); $GLOBALS['list'][1] = strlen($GLOBALS['list'][0] . $v);
    $GLOBALS['self']['self']['n'] = $v;
    suspend();
    return $show();
};
$two = Scope::isolated();
$a = $one->spawn($change, 'one'); $b = $two->spawn($change, 'second');
echo await($a), "\n", await($b), "\n", $show() === $before ? 'as before' : $show(), "\n";
echo await($two->spawn(fn() => ($GLOBALS['scopes'][] = 1) . json_encode($GLOBALS['scopes']) . ++$GLOBALS['list'][1] . $GLOBALS['scopes'][6])), count($scopes), get_class($scopes[5]), "\n";

// A table of scopes does not keep them: each ends when main drops it, though later ones have begun with a copy.
$kept = [];
$ended = 0;
class Counts { static $own; function __destruct() { global $ended; $GLOBALS['report'](); } }
$report = function () use (&$ended) { $ended++; };
for ($i = 0; $i < 20; $i++) {
    $kept[$i] = $scope = Scope::isolated();
    await($scope->spawn(function () { Counts::$own = new Counts; }));
    $scope = null;
    if ($i >= 3) unset($kept[$i - 3]);
    suspend(); suspend();
}
echo $ended, "\n";
?>
--EXPECT--
Cannot assign string to reference held by property Registry::$typed of type ?int
Cannot assign string to reference held by property Registry::$typed of type ?int
one[{"x":{"n":"one","m":"one"}},{"n":"one","m":"one"},3,[[{"leaf":3,"plain":[1,2]}]],["one",6],"one","one"]
second[{"x":{"n":"second","m":"second"}},{"n":"second","m":"second"},6,[[{"leaf":6,"plain":[1,2]}]],["second",12],"second","second"]
as before
1{"other":{},"6":12,"7":1}13133Async\Scope
17
