--TEST--
suspend; in a file that is valid PHP is a call, unless that constant exists; in other uses it stays a constant (SY-13, SY-14, D20)
--FILE--
<?php
function turns(string $name): void
{
    echo $name, 1, ' ';
    suspend;
    echo $name, 2, ' ';
    if ($name === 'a') suspend; else suspend;
    for ($i = 0; $i < 1; $i++) suspend;
    do Suspend; while (false);
    foreach ([1] as $x) suspend;
    while ($x--) SusPend;
    switch ($name) {
        case 'a': suspend;
        default: suspend;
    }
    label: suspend;
    declare(ticks=1) suspend;
    echo $name, 3, ' ';
}
class A
{
    const suspend = 'constant';

    public function method(): Closure
    {
        return function () {
            suspend;
            return [(fn() => self::suspend)(), new class { function f() { suspend; return 'anonymous'; } }];
        };
    }
}
Async\spawn(turns(...), 'a');
Async\spawn(turns(...), 'b');
suspend;
echo 'main ';
Async\awaitSpawned();
[$constant, $object] = (new A)->method()();
echo "\n", $constant, ' ', $object->f(), "\n";

// In other places it is a constant, and that constant does not exist.
foreach (['$x = suspend;', 'strlen(suspend);', 'suspend + 1;', 'suspend();', '\suspend;', 'fn() => suspend; (fn() => suspend)();'] as $code) {
    try {
        eval($code);
        echo "$code went through\n";
    } catch (Error $e) {
        echo $code, ' ', $e->getMessage(), "\n";
    }
}

// With that constant the statement reads it, as in stock PHP.
function runs_others(string $code): string
{
    $ran = false;
    Async\spawn(function () use (&$ran) {
        $ran = true;
    });
    eval($code);
    $answer = $ran ? 'others ran' : 'no other ran';
    Async\awaitSpawned();
    return $answer;
}
echo runs_others('suspend;'), "\n";
echo runs_others('namespace C { const suspend = 1; } namespace C { suspend; }'), "\n";
echo runs_others('use const C\suspend; suspend;'), "\n";
define('suspend', 1);
echo runs_others('suspend;'), "\n";
?>
--EXPECT--
a1 b1 main a2 b2 b3 a3 
constant anonymous
$x = suspend; Undefined constant "suspend"
strlen(suspend); Undefined constant "suspend"
suspend + 1; Undefined constant "suspend"
suspend(); Call to undefined function suspend()
\suspend; Undefined constant "suspend"
fn() => suspend; (fn() => suspend)(); Undefined constant "suspend"
others ran
no other ran
no other ran
no other ran
