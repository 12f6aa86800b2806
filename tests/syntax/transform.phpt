--TEST--
Async\Syntax\transform() shows the result of each form; all other code stays, byte for byte (SY-01…SY-21, SY-24)
--FILE--
<?php
use function Async\Syntax\transform;

$forms = [
    'spawn f();', 'spawn f($x, y: 1);', 'spawn f( /* a */ );', 'spawn  A\f ( $x , );', 'spawn f(...$x);',
    'spawn f(task: 1);', 'spawn f(...);', 'spawn $o->a->b($x);', 'spawn A::b();', 'spawn "f$x"(1);', 'spawn $a[0]()[1]($x);',
    'spawn (f())();', 'spawn new A->b();', 'spawn new A($x)->b->c($y);', 'spawn $a?->b(1);', 'spawn $a?->b->{$c}();',
    'spawn { f(); };', "spawn {\n  f();\n}\ng();", 'spawn use ($x, &$y): int { };', 'spawn use(): void { };',
    'spawn : ?A { };', 'spawn static { };', 'spawn function: void { };', 'spawn function () use ($x) { };',
    'spawn with $s f($x);', 'spawn with $this->s() use ($x) { };', 'spawn in $s { };', 'spawn with new A()->b() f();',
    'spawn with ($a) (b)();',
    'await $x;', '$y = await $x->y() + 1;', 'await $x until $y;', 'await new A->b() until new B->c();',
    'await spawn { } until spawn f();', 'await $a = await $b;', 'await list($a) = $b;', 'await new class(await $a) extends B { };',
    'await static fn&(A $a): B => $a until fn() => $b;', 'await function($a) use ($b): C { } until $c;', 'await spawned;', 'await spawned until $x;',
    "await\n\t\$x\n\tuntil\n\t\$y;", '"{$f(await $x)}";', 'suspend;', 'if ($x) suspend; else spawn { }',
    'switch ($x) { case 1: spawn { } default: suspend; }', '?>await $x; <?= await $x ?> spawn { }<?php',
    "await \$x; // await \$x; spawn {\n#spawn f()\n/* suspend; */ 'spawn f()'; \"await \$x\";",
    '$x->await; A::spawn(); function await(spawn $x): suspend { } f(await: $x); await $x;',
];
foreach ($forms as $form) {
    $code = transform("<?php $form");
    echo $form, "\n    ", preg_replace('/^<\?php /', '', $code), "\n";
    if (substr_count($code, "\n") !== substr_count($form, "\n")) {
        echo "OTHER LINES\n";
    }
    if (transform($code) !== $code) {
        echo "NOT THE SAME AGAIN\n";
    }
}

echo "-- returned as it is\n";
foreach ([
    '', 'no PHP, spawn { }', '<?php ', '<?php spawn(f(...)); await ($x); $x->suspend();', '<?php const suspend = 1; suspend;',
    "<?php await \$x;\n__halt_compiler();", '<?php $x = ;', '<?php function spawn() { } $x = ;',
    "<?php \xff\xfe \$x = \"\xff\"; \0 await;", "<?php /* await \$x",
] as $code) {
    var_dump(transform($code) === $code);
}

echo "-- malformed\n";
foreach (["<?php\n\nspawn;\nawait \$x;", "<?php\nspawn 5;"] as $code) {
    try {
        transform($code);
    } catch (ParseError $e) {
        echo $e->getLine(), ' ', $e->getFile(), ' ', $e->getMessage(), "\n";
    }
}
try {
    transform();
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
spawn f();
    \Async\spawn(f(...));
spawn f($x, y: 1);
    \Async\spawn(f(...), $x, y: 1);
spawn f( /* a */ );
    \Async\spawn(f(...) /* a */ );
spawn  A\f ( $x , );
    \Async\spawn(A\f (...),  $x , );
spawn f(...$x);
    \Async\Syntax\spawn(f(...), ...$x);
spawn f(task: 1);
    \Async\Syntax\spawn(f(...), task: 1);
spawn f(...);
    \Async\spawn(f(...));
spawn $o->a->b($x);
    \Async\spawn($o->a->b(...), $x);
spawn A::b();
    \Async\spawn(A::b(...));
spawn "f$x"(1);
    \Async\spawn("f$x"(...), 1);
spawn $a[0]()[1]($x);
    \Async\spawn($a[0]()[1](...), $x);
spawn (f())();
    spawn (f())();
spawn new A->b();
    \Async\spawn((new A)->b(...));
spawn new A($x)->b->c($y);
    \Async\spawn((new A($x))->b->c(...), $y);
spawn $a?->b(1);
    \Async\spawn(static fn($__object, $__name, ...$__arguments) => $__object?->$__name(...$__arguments), $a, 'b', 1);
spawn $a?->b->{$c}();
    \Async\spawn(static fn($__before, $__object, $__name, ...$__arguments) => $__before === null ? null : $__object->$__name(...$__arguments), $a ?? null, $a?->b, ($c));
spawn { f(); };
    \Async\spawn(function () { f(); });
spawn {
  f();
}
g();
    \Async\spawn(function () {
  f();
});
g();
spawn use ($x, &$y): int { };
    \Async\spawn(function () use ($x, &$y): int { });
spawn use(): void { };
    \Async\spawn(function (): void { });
spawn : ?A { };
    \Async\spawn(function () : ?A { });
spawn static { };
    \Async\spawn(static function () { });
spawn function: void { };
    \Async\spawn(function (): void { });
spawn function () use ($x) { };
    \Async\spawn(function () use ($x) { });
spawn with $s f($x);
    \Async\spawnWith($s, f(...), $x);
spawn with $this->s() use ($x) { };
    \Async\spawnWith($this->s(), function () use ($x) { });
spawn in $s { };
    \Async\spawnWith($s, function () { });
spawn with new A()->b() f();
    \Async\spawnWith((new A())->b(), f(...));
spawn with ($a) (b)();
    \Async\spawnWith(($a), (b)(...));
await $x;
    \Async\Syntax\await($x);
$y = await $x->y() + 1;
    $y = \Async\Syntax\await($x->y()) + 1;
await $x until $y;
    \Async\Syntax\await($x, $y);
await new A->b() until new B->c();
    \Async\Syntax\await((new A)->b(), (new B)->c());
await spawn { } until spawn f();
    \Async\Syntax\await(\Async\spawn(function () { }), \Async\spawn(f(...)));
await $a = await $b;
    \Async\Syntax\await($a = \Async\Syntax\await($b));
await list($a) = $b;
    \Async\Syntax\await(list($a) = $b);
await new class(await $a) extends B { };
    \Async\Syntax\await(new class(\Async\Syntax\await($a)) extends B { });
await static fn&(A $a): B => $a until fn() => $b;
    \Async\Syntax\await(static fn&(A $a): B => $a, fn() => $b);
await function($a) use ($b): C { } until $c;
    \Async\Syntax\await(function($a) use ($b): C { }, $c);
await spawned;
    \Async\awaitSpawned();
await spawned until $x;
    \Async\awaitSpawned($x);
await
	$x
	until
	$y;
    \Async\Syntax\await(
	$x
	,
	$y);
"{$f(await $x)}";
    "{$f(\Async\Syntax\await($x))}";
suspend;
    \Async\suspend();
if ($x) suspend; else spawn { }
    if ($x) \Async\suspend(); else \Async\spawn(function () { });
switch ($x) { case 1: spawn { } default: suspend; }
    switch ($x) { case 1: \Async\spawn(function () { }); default: \Async\suspend(); }
?>await $x; <?= await $x ?> spawn { }<?php
    ?>await $x; <?= \Async\Syntax\await($x) ?> spawn { }<?php
await $x; // await $x; spawn {
#spawn f()
/* suspend; */ 'spawn f()'; "await $x";
    \Async\Syntax\await($x); // await $x; spawn {
#spawn f()
/* suspend; */ 'spawn f()'; "await $x";
$x->await; A::spawn(); function await(spawn $x): suspend { } f(await: $x); await $x;
    $x->await; A::spawn(); function await(spawn $x): suspend { } f(await: $x); \Async\Syntax\await($x);
-- returned as it is
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
-- malformed
3 code to transform syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
2 code to transform syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
Async\Syntax\transform() expects exactly 1 argument, 0 given
