--TEST--
Code that declares a class unless it exists: the second coroutine waits for a declaration that is under way (D35)
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn};

const CODE = [
    'Base' => 'abstract class Base {}',
    'Face' => 'interface Face {}',
    'Part' => 'trait Part {}',
];
spl_autoload_register(function ($class) {
    delay(1);
    eval(CODE[$class] ?? "class $class {}");
});

function declareAll(): string
{
    if (!class_exists('\Derived', false)) {
        class Derived extends Base {}
    }
    if (!interface_exists('DerivedFace', false)) {
        interface DerivedFace extends Face {}
    }
    if (!trait_exists('derivedPart', false)) {
        trait DerivedPart { use Part; }
    }
    if (!enum_exists('Number', false)) {
        enum Number implements Face {}
    }
    return get_parent_class(new Derived) . class_exists(Number::class);
}
$report = function (array $tasks) {
    [$results, $errors] = awaitAll($tasks);
    echo json_encode($results), "\n", implode("\n", array_map(fn($e) => $e->getMessage(), $errors));
};

// In a function.
$report([spawn(declareAll(...)), spawn(declareAll(...)), spawn(declareAll(...))]);

// In a file that is included twice.
$file = tempnam(sys_get_temp_dir(), 'guard');
file_put_contents($file, <<<'CODE'
<?php
if (!class_exists('FromFile', true && false)) {
    class FromFile extends BaseOfFile {}
}
return get_parent_class('FromFile');
CODE);
$report([spawn(fn() => require $file), spawn(fn() => require $file)]);
unlink($file);

// The one that asks is cancelled, the one that declares goes on.
function declareSlowly(): string
{
    class Slow extends SlowBase {}
    return Slow::class;
}
$declares = spawn(declareSlowly(...));
$asks = spawn(fn() => class_exists('Slow'));
delay(0);
$asks->cancel();
$report([$declares, $asks]);

// The load of the parent waits for the one that asks: a cycle, answered as by stock PHP.
spl_autoload_register(function ($class) {
    if ($class === 'Circle') {
        echo json_encode(await(spawn(fn() => class_exists('Round', false)))), "\n";
    }
}, true, true);
$report([spawn(function () {
    class Round extends Circle {}
    return class_exists('Round', false);
})]);
// schedules: any
?>
--EXPECTF--
["Base1","Base1","Base1"]
["BaseOfFile","BaseOfFile"]
["Slow"]
%sfalse
[true]
