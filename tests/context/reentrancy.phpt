--TEST--
Destructors of values can use, change and dispose their context, suspend and throw (CX-08, CX-17)
--FILE--
<?php
use function Async\{currentContext, spawn, await, suspend};

class Calls { function __construct(public Closure $f) {} function __destruct() { ($this->f)(); } }
function catching(Closure $f) { try { $f(); } catch (Exception $e) { do echo $e->getMessage(), ' '; while ($e = $e->getPrevious()); echo "\n"; } }

$c = currentContext();
// All operations during replace, unset and dispose.
foreach (['set', 'unset', 'dispose'] as $how) {
    $c->set('a', new Calls(function () use ($c) {
        var_dump($c->find('a'));
        $c->dispose();
        for ($i = 0; $i < 100; $i++) $c->set("new $i", $i);
        $c->dispose();
        $c->set('left', 'by destructor');
    }));
    match ($how) { 'set' => $c->set('a', 'replaced', true), 'unset' => $c->unset('a'), 'dispose' => $c->dispose() };
    var_dump($c->find('left'));
    $c->dispose();
}
// Suspended in the middle, while other coroutines use the same context.
$c->set('a', new Calls(function () { suspend(); suspend(); echo "destroyed\n"; }))->set('b', new Calls(fn() => print("b destroyed\n")));
$other = spawn(function () use ($c) { var_dump($c->has('a'), $c->has('b')); $c->set('a', 'of the other'); });
$c->dispose();
echo $c->find('a'), "\n";
$c->dispose();

$throw = fn($what) => new Calls(fn() => throw new Exception($what));
$c->set('a', $throw('one'))->set('b', $throw('two'));
catching(fn() => $c->dispose());
$c->set('a', $throw('unset'));
catching(fn() => $c->unset('a'));
$c->set('a', $throw('replaced'));
catching(fn() => $c->set('a', 'stored', true));
echo $c->find('a'), "\n";
?>
--EXPECT--
string(8) "replaced"
string(13) "by destructor"
NULL
string(13) "by destructor"
NULL
string(13) "by destructor"
bool(false)
bool(false)
destroyed
b destroyed
of the other
two one 
unset 
replaced 
stored
