--TEST--
Objects in cycles that only the isolation holds: destructed once, in it, with its whole state, in every shape and holder (I6)
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, suspend};

class S { static $user = 'main', $held, $list = []; static ?N $typed = null; static array $log = []; }
class N {
    public $next; public array $more = []; public $does;
    function __construct(public string $name) {}
    function __destruct() {
        if (getenv('NEVER')) return;
        $text = "$this->name sees " . S::$user . ' ' . ($GLOBALS['user'] ?? 'no global') . ' ' . (function_user() ?? 'none') . ' ' . (S::$held ? get_debug_type(S::$held) : 'nothing');
        if ($this->does) $text .= ($this->does)();
        ($GLOBALS['report'])($text);
    }
}
class Generates { public $generator; public $self; function __destruct() { ($GLOBALS['report'])('generates sees ' . S::$user); } function run() { try { yield $this; } finally { ($GLOBALS['report'])('finally sees ' . S::$user); } } }
function function_user($new = null) { static $user = 'main'; return $user = $new ?? $user; }

$user = 'main'; $lines = [];
$report = function ($line) use (&$lines) { $lines[] = $line; };
$shapes = [
    'self' => function () { $a = new N('a'); $a->next = $a; return $a; },
    'pair' => function () { $a = new N('a'); $b = new N('b'); $a->next = $b; $b->next = $a; return $a; },
    'ring in arrays' => function () { $a = new N('a'); $b = new N('b'); $a->more = ['x' => [$b]]; $b->more[] = $a; return $a; },
    'closure' => function () { $a = new N('a'); $a->next = function () use ($a) { return $a; }; return $a; },
    'bound closure' => function () { $a = new N('a'); $a->next = (function () { return $this; })->bindTo($a); return $a; },
    'reference' => function () { $a = new N('a'); $a->next = &$a; return $a; },
    'dynamic property' => function () { $a = new N('a'); $o = new stdClass; $o->a = $a; $a->next = $o; return $o; },
    'array of itself' => function () { $a = [new N('a')]; $a[1] = &$a; return $a; },
    'storage' => function () { $s = new SplObjectStorage; $a = new N('a'); $s[$a] = $s; $a->next = $s; return $s; },
    'array object' => function () { $o = new ArrayObject; $o['a'] = new N('a'); $o['a']->next = $o; return $o; },
    'behind an object without destructor' => function () { $o = (object) ['n' => new N('a')]; $o->n->next = (object) ['back' => $o]; return $o; },
    'generator' => function () { $g = new Generates; $g->generator = $g->run(); $g->generator->current(); $g->self = $g; return $g; },
    'long chain' => function () { $first = $a = new N('a'); for ($i = 0; $i < 300; $i++) { $b = new stdClass; $b->back = $a; if ($a instanceof N) $a->next = $b; else $a->next = $b; $a = $b; } $a->next = $first; return $first; },
    'weak map' => function () { $a = new N('a'); $m = new WeakMap; $m[$a] = 'x'; $a->next = $m; $a->more = [$a]; return $a; },
    'held by two' => function () { $a = new N('a'); return [$a, $a]; },
];
$holders = [
    'property' => function ($v) { S::$held = $v; }, 'list' => function ($v) { S::$list = [1, ['k' => $v]]; },
    'variable' => function ($v) { (function ($v) { static $kept; $kept = $v; })($v); hold($v); },
    'global' => function ($v) { $GLOBALS['kept'] = $v; }, 'superglobal' => function ($v) { $_GET['kept'] = $v; },
    'global reference' => function ($v) { global $kept; $kept = $v; S::$held = &$kept; },
    'exception handler' => function ($v) { set_exception_handler(function () use ($v) {}); },
];
function hold($v) { static $kept; $kept = $v; }
/* Destructors run in the order of handles, which are used again in an order that debuggers change. */
function in_order(N $a, N $b) { if (spl_object_id($a) > spl_object_id($b)) { [$a, $b] = [$b, $a]; [$a->name, $b->name] = ['a', 'b']; } return [$a, $b]; }
$run = function (callable $body) use (&$lines) {
    $lines = [];
    $scope = Scope::isolated();
    await($scope->spawn(function () use ($body) { S::$user = $GLOBALS['user'] = 'own'; function_user('own'); $body(); }));
    $scope->dispose(); $scope = null;
    for ($i = 0; $i < 4; $i++) suspend();
    $early = $lines; $lines = [];
    gc_collect_cycles();
    return [$early, $lines];
};
$count = 0; $seen = [];
foreach ($shapes as $shape => $make) {
    foreach ($holders as $holder => $hold) {
        [$early, $late] = $run(function () use ($make, $hold) { $hold($make()); });
        foreach ($early as $line) if (!preg_match('/^(\w+ sees own own own|(generates|finally) sees own)/', $line)) echo "$shape in $holder: $line\n";
        $names = array_map(fn($line) => strtok($line, ' '), $early);
        sort($names);
        $seen[$shape][implode(' ', $names)] = true;
        if ($late) echo "$shape in $holder, late: ", implode(', ', $late), "\n";
        $count++;
    }
    echo $shape, ': ', implode(' | ', array_keys($seen[$shape])), "\n";
}
echo $count, "\n";

echo "- what others hold\n";
$outside = new N('of main'); $outside->next = $outside; $kept = [];
[$early, $late] = $run(function () use ($outside, &$kept) {
    $a = new N('a'); $a->next = $a; $a->more = [$outside]; $outside->more = [$b = new N('b')]; $b->next = [$a, $b]; S::$held = [$a, $b];
    $c = new N('c'); $c->next = $c; S::$list = [$c]; $kept[] = $c;
    $d = new N('d'); $d->next = $d; S::$typed = $d;
});
echo json_encode([$early, $late]), "\n";
$outside->more = []; $outside->next = null; $kept = []; unset($outside);
gc_collect_cycles();
$names = $lines; sort($names); echo implode("\n", $names), "\n";
echo "- what destructors do\n";
foreach (['waits' => function () { delay(1); return ' and waits'; }, 'collects' => function () { gc_collect_cycles(); return ' collected'; },
    'keeps' => function () { S::$list[] = S::$held; return ' kept'; }, 'makes' => function () { static $n = 3; if ($n-- > 0) { $x = new N("made $n"); $x->next = $x; $x->does = S::$held->does; S::$list[] = $x; } return ''; },
    'breaks' => function () { S::$held->next = null; return ' broken'; }, 'drops' => function () { S::$held = null; return ' dropped'; },
    'throws' => function () { ($GLOBALS['report'])('throws'); throw new Exception('thrown'); }] as $what => $does) {
    $lines = [];
    $scope = Scope::isolated();
    $scope->setExceptionHandler(function ($s, $c, $e) use ($report) { $report($e->getMessage()); });
    await($scope->spawn(function () use ($does) {
        S::$user = $GLOBALS['user'] = 'own'; function_user('own');
        [$a, $b] = in_order(new N('a'), new N('b')); $a->next = $b; $b->next = $a; $a->does = $does; S::$held = $a; }));
    $scope->dispose(); $scope = null;
    for ($i = 0; $i < 500 && count($lines) < 2; $i++) delay(2);   // the destructor that waits, also on a slow machine
    for ($i = 0; $i < 4; $i++) suspend();
    echo "$what: ", implode(', ', $lines), "\n"; $lines = [];
    gc_collect_cycles();
    if ($lines) echo "late: ", implode(', ', $lines), "\n";
}
echo "- too much to look through: where the collector runs\n";
[$early, $late] = $run(function () { $a = new N('a'); for ($i = 0; $i < 60000; $i++) $a->more[] = [$a]; S::$held = $a; });
echo json_encode([$early, $late]), "\n";
echo S::$user, $user, function_user(), "\n";
?>
--EXPECT--
self: a
pair: a b
ring in arrays: a b
closure: a
bound closure: a
reference: a
dynamic property: a
array of itself: a
storage: a
array object: a
behind an object without destructor: a
generator: finally generates
long chain: a
weak map: a
held by two: a
105
- what others hold
[["d sees own own own array"],[]]
a sees main main main nothing
b sees main main main nothing
c sees main main main nothing
of main sees main main main nothing
- what destructors do
waits: a sees own own own N and waits, b sees own own own N
collects: a sees own own own N collected, b sees own own own N
keeps: a sees own own own N kept, b sees own own own N
makes: a sees own own own N, b sees own own own N, made 2 sees own own own N, made 1 sees own own own N, made 0 sees own own own N
breaks: a sees own own own N broken, b sees own own own N
drops: a sees own own own N dropped, b sees own own own nothing
throws: throws, b sees own own own N, thrown
- too much to look through: where the collector runs
[[],["a sees main main main nothing"]]
mainmainmain
