--TEST--
A class whose loader waits for a coroutine that needs the class is not found there, although a timer is alive (D35)
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{all, await, awaitAll, awaitSpawned, delay, spawn, suspend, timeout};

$ways = [
    'await' => fn($body) => await(spawn($body)),
    'all' => fn($body) => await(all([spawn($body), spawn(fn() => 1)])),
    'awaitAll' => fn($body) => awaitAll([spawn($body)]),
    'awaitSpawned' => function ($body) { spawn($body); awaitSpawned(); },
    'scope' => function ($body) { $s = new Scope; $s->spawn($body); $s->awaitCompletion(); },
    'group' => function ($body) { $g = new TaskGroup; $g->spawn($body); await($g); },
    'through another' => fn($body) => await(spawn(fn() => await(spawn($body)))),
    // The coroutine waits for the class first; the wait that closes the cycle comes later.
    'await later' => function ($body) { $c = spawn($body); suspend(); await($c); },
    'all later' => function ($body) { $c = spawn($body); suspend(); await(all([$c, spawn(fn() => 1)])); },
    'scope later' => function ($body) { $s = new Scope; $s->spawn($body); suspend(); $s->awaitCompletion(); },
    'foreach later' => function ($body) { $g = new TaskGroup; $g->spawn($body); suspend(); foreach ($g as $ignored); },
    'two later' => function ($body) { $a = spawn($body); $b = spawn($body); suspend(); await(all([$a, $b])); },
    'the other closes it' => function ($body) {
        $a = spawn($body);
        $b = spawn(function () use ($a) { suspend(); await($a); });
        await($b);
    },
];
spl_autoload_register(function ($class) use ($ways) {
    $way = array_keys($ways)[(int) substr($class, 5)];
    $ways[$way](function () use ($class, $way) {
        $found = class_exists($class);
        echo "$way: ", json_encode($found), "\n";
    });
    eval("class $class {}");
});
$timer = spawn(function () { while (true) { delay(1); } });
foreach (array_values($ways) as $i => $ignored) {
    $loader = spawn(fn() => class_exists("Class$i"));
    try {
        $loaded[] = await($loader, timeout(20000));
    } catch (Async\AwaitCancelledException $e) {
        echo "Class$i: hangs\n";
        $loader->cancel();
    }
}
echo count(array_filter($loaded)), " classes\n";

// What is no cycle waits: a time limit ends the wait of the loader.
spl_autoload_register(function ($class) {
    if ($class !== 'Limited') {
        return;
    }
    $waiter = spawn(fn() => class_exists('Limited'));
    try {
        await($waiter, timeout(5));
    } catch (Async\AwaitCancelledException $e) {
        echo "time limit\n";
    }
    eval('class Limited {}');
    $GLOBALS['waiter'] = $waiter;
}, prepend: true);
var_dump(class_exists('Limited'), await($waiter));
$timer->cancel();

// The loader has declared the class before its wait closes the cycle.
spl_autoload_register(function ($class) {
    if ($class === 'Early') {
        $waiter = spawn(fn() => class_exists('Early'));
        suspend();
        eval('class Early {}');
        var_dump(await($waiter));
    }
}, prepend: true);
var_dump(class_exists('Early'));
?>
--EXPECT--
await: false
all: false
awaitAll: false
awaitSpawned: false
scope: false
group: false
through another: false
await later: false
all later: false
scope later: false
foreach later: false
two later: false
two later: false
the other closes it: false
13 classes
time limit
bool(true)
bool(true)
bool(true)
bool(true)
