--TEST--
A cancellation while a class is declared waits for the classes that the declaration needs (D35, D11)
--FILE--
<?php
use function Async\{spawn, await, suspend, currentCoroutine};

$cancelIn = null;
spl_autoload_register(function ($class) use (&$cancelIn) {
    echo "loading $class\n";
    if ($class === $cancelIn) {
        currentCoroutine()->cancel();
    }
    suspend();
    eval(match ($class) {
        'Base' => 'class Base { function make(): Made { return new Made; } }',
        'Made' => 'class Made {}',
        'Narrow' => 'class Narrow extends Made {}',
        'Part' => 'trait Part {}',
        'WithPart' => 'class WithPart { use Part; }',
        'WithType' => 'class WithType extends Base { function make(): Narrow { return new Narrow; } }',
        'Alone' => 'class Alone {}',
    });
});
foreach (['WithPart' => 'Part', 'WithType' => 'Narrow', 'Alone' => 'Alone'] as $class => $cancelIn) {
    $coroutine = spawn(function () use ($class) {
        $object = new $class;
        echo $class, " is there\n";
        suspend();
        echo "never printed\n";
    });
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
        echo 'cancelled, ', class_exists($class, false) ? 'loaded' : 'not loaded', "\n";
    }
}
?>
--EXPECT--
loading WithPart
loading Part
WithPart is there
cancelled, loaded
loading WithType
loading Base
loading Narrow
loading Made
WithType is there
cancelled, loaded
loading Alone
cancelled, not loaded
