--TEST--
An exception of the error handler between any two instructions leaks nothing: temporaries, unfinished strings, silence, loops
--INI--
error_reporting=E_ALL
async.max_activity_interval=1
--FILE--
<?php
use function Async\{spawn, suspend};

/* The interrupt comes right after a call, or at a jump; each shape has a different next instruction. str_repeat() takes
 * most of the time. Its count is unknown at compile time: otherwise opcache would insert the result, and stock PHP's
 * tracing JIT can omit the interrupt check in a loop around a function that does nothing. */
define('MANY', max(3000, $argc));
define('SOME', max(300, $argc));
class Plain
{
    function text(): string { return 'text'; }
}
class Temporary extends Plain
{
    function __destruct() { strrev('x'); }
}
function plain(): Plain { return new Plain; }
function temporary(): Temporary { return new Temporary; }

$repeat = str_repeat(...);
$ten = [10, 20];
$shapes = [
    'argument' => fn() => strlen(str_repeat('x', MANY)),
    'left of an operator' => fn() => str_repeat('x', MANY) . strrev('abc') . str_repeat('y', MANY),
    'array' => fn() => ['k' => str_repeat('x', MANY), strrev('abc') => [str_repeat('y', MANY)]],
    'string' => fn() => "a {$repeat('x', MANY)} b {$repeat('y', MANY)} c",
    'string that ends in it' => fn() => "a $ten[1] {$repeat('x', MANY)}",
    'silence' => fn() => @str_repeat('x', MANY),
    'silence within' => fn() => strrev('abc') . @str_repeat('x', MANY) . strrev('cba'),
    'property' => function () { $o = new stdClass; $o->{'p' . strrev('q')} = str_repeat('x', MANY); },
    'element' => function () { $a = []; $a['p' . strrev('q')] = str_repeat('x', MANY); $a[] = str_repeat('x', MANY); },
    'ternary' => fn() => str_repeat('x', MANY) . (strlen(str_repeat('x', MANY)) ? strrev('a') : strrev('b')),
    'coalesce' => fn() => [str_repeat('x', MANY), $none[strrev('x')] ?? str_repeat('x', MANY)],
    'nullsafe' => fn() => [temporary()?->text(), str_repeat('x', MANY)],
    'method' => fn() => strrev(plain()->text() . str_repeat('x', MANY)),
    'match' => fn() => match (str_repeat('x', MANY)) { strrev('a') => 1, strrev('b') => 2, default => 3 },
    'foreach' => function () { foreach ([[str_repeat('x', MANY)], [strrev('a')]] as $k => [$v]) strrev('x'); },
    'foreach by reference' => function () { foreach (str_split(str_repeat('x', SOME)) as &$v) { strrev('x'); } },
    'iterator' => function () { foreach (new ArrayIterator([1, 2, 3]) as $v) { str_repeat('x', MANY); } },
    'return' => function () { foreach ([1, 2] as $v) { return str_repeat('x', MANY); } },
    'return of a generator' => fn() => iterator_to_array((function () { foreach ([1] as $v) { yield 1; return str_repeat('x', MANY); } })()),
    'return in loops' => function () { foreach (str_split('ab') as $a) { foreach (str_split('ab') as &$b) { switch (strrev('b')) { case 'b': return str_repeat('x', MANY); } } } },
    'exception in finally' => function () { try { try { throw new LogicException; } finally { str_repeat('x', MANY); } } catch (LogicException) { } },
    'finally' => function () { try { return str_repeat('x', MANY); } finally { strrev('x'); } },
    'new' => fn() => new ArrayObject([str_repeat('x', MANY), temporary()]),
    'unpacking' => fn() => max(...[str_repeat('x', MANY), ...str_split(str_repeat('y', SOME))]),
    'generator' => fn() => iterator_to_array((function () { yield strrev('k') => str_repeat('x', MANY); yield from [strrev('a')]; })()),
    'closure' => fn() => (function () use (&$x) { return str_repeat('x', MANY); })(),
    'throw' => function () { try { throw new LogicException(str_repeat('x', MANY)); } catch (LogicException) { strrev('x'); } },
];
// Stock PHP's tracing JIT crashes when a signal handler throws in a destructor while arguments are collected.
if (ini_get('opcache.jit') !== 'tracing') {
    $shapes['destructor'] = fn() => [temporary()?->text(), strrev(temporary()->text() . str_repeat('x', MANY))];
}
// In a function of its own: see regress/interrupt_within_instruction.phpt.
$forever = function (Closure $shape) {
    while (true) $shape();
};
$armed = false;
set_error_handler(function (int $type, string $text) use (&$armed) {
    return $armed ? throw new ErrorException($text, 0, $type) : true;
});
spawn(fn() => 1);
// The coroutine must not be the one that blocked the thread.
suspend();
$wrong = [];
$rounds = getenv('ASYNC_TEST_TOOL') ? 3 : 12;
foreach ($shapes as $name => $shape) {
    for ($i = 0; $i < $rounds; $i++) {
        try {
            $armed = true;
            suspend();
            $forever($shape);
        } catch (ErrorException $e) {
            $armed = false;
            if (!str_contains($e->getMessage(), 'held the thread')) $wrong[] = "$name: {$e->getMessage()}";
        }
        if (error_reporting() !== E_ALL) {
            $wrong[] = "$name leaves silence";
            error_reporting(E_ALL);
        }
    }
}
ini_set('async.max_activity_interval', 0);
unset($e);
var_dump(array_unique($wrong));
?>
--EXPECT--
array(0) {
}
