--TEST--
A class whose declaration waits for its interface, trait or type is waited for, not "not found" (D35)
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn, suspend};

const CODE = [
    'Based' => 'class Based implements Face { use Part; }',
    'Child' => 'class Child extends Based implements Face { use Part; }',
    'GrandChild' => 'class GrandChild extends Child {}',
    'Face' => 'interface Face {}',
    'Part' => 'trait Part { public $part = 1; }',
    'Root' => 'class Root { function make(): ?Root { return null; } }',
    // The engine loads Made when Maker is nearly complete.
    'Maker' => 'class Maker extends Root { function make(): ?Made { return new Made; } }',
    'Made' => 'class Made extends Maker {}',
];
$loads = [];
spl_autoload_register(function ($class) use (&$loads) {
    $loads[$class] = ($loads[$class] ?? 0) + 1;
    delay(1);
    isset(CODE[$class]) && eval(CODE[$class]);
});
$report = function (array $tasks) use (&$loads) {
    [$results, $errors] = awaitAll($tasks);
    foreach ($tasks as $key => $task) {
        echo $key, ': ', isset($errors[$key]) ? $errors[$key]->getMessage() : json_encode($results[$key]), "\n";
    }
    echo json_encode(array_filter($loads, fn($count) => $count > 1)), "\n";
};

// Loaded by all at once, the derived classes first or last.
$report([spawn(fn() => new GrandChild), spawn(fn() => new Child), spawn(fn() => new Based), spawn(fn() => new Based)]);
$report([spawn(fn() => get_class((new Maker)->make())), spawn(fn() => new Made), spawn(fn() => new Maker)]);

// Declared without an autoloader, which is asked for the interface only.
spl_autoload_register(function ($class) use (&$tasks) {
    if ($class === 'Late') {
        $isEvaluated = fn($name) => str_contains($name, 'valuated');
        $tasks = [
            spawn(fn() => new Evaluated),
            spawn(fn() => class_exists('Evaluated')),
            spawn(fn() => array_filter(get_declared_classes(), $isEvaluated)),
        ];
        delay(1);
        eval('interface Late {}');
    }
}, true, true);
eval('class Evaluated implements Late {}');
$report($tasks);

// The declaration waits for a coroutine that needs the class: a cycle.
spl_autoload_register(function ($class) use (&$waiter) {
    if ($class === 'Circle') {
        $waiter = spawn(function () {
            try {
                return json_encode(new Circle);
            } catch (Error $e) {
                return $e->getMessage();
            }
        });
        while (!$waiter->isSuspended()) {
            suspend();
        }
        eval('class Circle implements Needed { public $list = [1]; }');
    } elseif ($class === 'Needed') {
        echo await($waiter), "\n";
        eval('interface Needed {}');
    }
}, true, true);
echo json_encode(await(spawn(fn() => new Circle))), json_encode(new Circle), "\n";
// schedules: any
?>
--EXPECT--
0: {"part":1}
1: {"part":1}
2: {"part":1}
3: {"part":1}
[]
0: "Made"
1: {}
2: {}
[]
0: {}
1: true
2: []
[]
Class "Circle" not found
{"list":[1]}{"list":[1]}
