--TEST--
getTrace() equals stock PHP's trace of the same stack: includes, eval, Fibers, generators, magic, named, sensitive arguments (TL-07)
--FILE--
<?php
use function Async\{spawn, suspend};

class K
{
    public static function plain(int $a, #[SensitiveParameter] string $secret, ...$more) { (new self)->inst(['x' => 1], new self); }
    function inst(array $arr, $o)
    {
        $f = function (...$rest) { return include __DIR__ . '/get_trace_as_stock.tmp.inc'; };
        return $f(1, named: 2);
    }
    function __call($name, $arguments) { self::plain(1, 'secret', 'm1', k: 'm2'); }
}
file_put_contents(__DIR__ . '/get_trace_as_stock.tmp.inc', <<<'PHP'
<?php
function gen() { yield 1; park(); yield 2; }
function park()
{
    $GLOBALS['stock'] = [
        'exception' => (new Exception)->getTrace(),
        'all' => debug_backtrace(),
        'no objects' => debug_backtrace(0),
        'no arguments' => debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS),
        'limit' => debug_backtrace(limit: 3),
    ];
    Async\suspend();
}
$fiber = new Fiber(function ($x) { array_map(function ($y) { foreach (gen() as $v); }, [5]); });
eval('$fiber->start("fx");');
return 1;
PHP);
$c = spawn(function ($p) { (new K)->magic('arg'); }, 'par');
suspend();

// One more frame: the function that waits.
function rest(array $trace): array { return array_slice($trace, 1); }
/** Not ==: each sensitive value is an object of its own. */
function same(array $a, array $b): bool { return print_r($a, true) === print_r($b, true); }
var_dump(
    same(rest($c->getTrace(0)), $stock['exception']),
    same(rest($c->getTrace()), $stock['all']),
    same(rest($c->getTrace(0)), $stock['no objects']),
    same(rest($c->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS)), $stock['no arguments']),
    same(rest($c->getTrace(limit: 4)), $stock['limit']),
    count($c->getTrace()) > 12,
    $c->getTrace()[9]['object'] === $stock['all'][8]['object'],
);
['function' => $function, 'line' => $line] = $c->getTrace()[0];
echo "$function $line\n";

// Reading a trace changes nothing: the coroutine goes on and sees the same trace itself.
suspend();
var_dump($c->isCompleted(), $c->getTrace());
?>
--CLEAN--
<?php @unlink(__DIR__ . '/get_trace_as_stock.tmp.inc'); ?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
Async\suspend 12
bool(true)
array(0) {
}
