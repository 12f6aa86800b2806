--TEST--
A cycle through each member of each class is collected in each way, and is kept while a coroutine uses it (architecture "GC")
--INI--
error_reporting=8189
--FILE--
<?php
require __DIR__ . '/../inc/holders.inc';
use function Async\{await, delay, spawn, suspend};

/* The ways in which the collector meets a cycle that nothing else refers to. */
$collections = [
    'collected' => function () {
        gc_collect_cycles();
    },
    'automatic' => function () {
        for ($i = 0; $i < 12000; $i++) {
            $garbage = new stdClass;
            $garbage->self = $garbage;
        }
        $garbage = null;
        gc_collect_cycles();
    },
    'in a destructor' => function () {
        $first = new class { public $self; public function __destruct() { gc_collect_cycles(); suspend(); } };
        $first->self = $first;
        $first = null;
        gc_collect_cycles();
    },
    'in another coroutine' => function () {
        await(spawn(fn() => gc_collect_cycles()));
    },
];

function make_cycle(Closure $lead, Closure $make): Value
{
    $value = new Value;
    $value->own = $make($lead($value));
    /* A possible root from now on. */
    $copy = $value->own;
    unset($copy);
    return $value;
}

if (getenv('ASYNC_TEST_TOOL')) {
    /* Under valgrind one way for the collector to start is enough. */
    unset($collections['automatic'], $collections['in another coroutine']);
}

$all = spawn(function () use ($collections) {
    $only = $GLOBALS['argv'][1] ?? null;
    foreach (holders() as $name => $make) {
        if ($only && $only !== $name) {
            continue;
        }
        foreach (leads() as $way => $lead) {
            foreach ($collections as $collection => $collect) {
                $value = make_cycle($lead, $make);
                $reference = WeakReference::create($value);
                unset($value);
                for ($round = 0; $round < 4 && $reference->get(); $round++) {
                    suspend();
                    $collect();
                }
                if ($reference->get()) {
                    echo "$name by $way, $collection: KEPT\n";
                }
            }
            $value = make_cycle($lead, $make);
            $reference = WeakReference::create($value);
            $user = spawn(function (Value $value) {
                suspend();
                return isset($value->own);
            }, $value);
            unset($value);
            suspend();
            gc_collect_cycles();
            gc_collect_cycles();
            if (!$reference->get() || await($user) !== true) {
                echo "$name by $way: GONE while it was used\n";
            }
            unset($user);
            for ($round = 0; $round < 4 && $reference->get(); $round++) {
                suspend();
                gc_collect_cycles();
            }
            if ($reference->get()) {
                echo "$name by $way, used before: KEPT\n";
            }
            /* A block that was freed twice would be handed out twice. */
            $blocks = array_map(fn($i) => (object) ['i' => $i], range(0, 49));
            foreach ($blocks as $i => $block) {
                if ($block->i !== $i) {
                    echo "$name: BROKEN, one block for two objects\n";
                }
            }
        }
    }
});
await($all);
foreach (classes_without_holder() as $class) {
    echo "NO HOLDER: $class\n";
}
echo "done\n";
?>
--EXPECT--
done
