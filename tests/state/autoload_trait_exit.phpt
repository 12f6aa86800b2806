--TEST--
exit() while the declarations of classes wait for their traits: no record of a load outlives its frame (valgrind sees it)
--FILE--
<?php
use function Async\{spawn, suspend};

spl_autoload_register(function ($class) {
    suspend();
    suspend();
    eval(match ($class[0]) {
        'T' => "trait $class {}",
        'I' => "interface $class {}",
        default => "class $class implements I$class { use T$class; }",
    });
    suspend();
});
spawn(fn() => new A);
spawn(fn() => new B);
spawn(function () {
    suspend();
    suspend();
    suspend();
    echo "exits\n";
    exit(0);
});
while (true) {
    suspend();
}
// schedules: none, it tests the order of turns
?>
--EXPECT--
exits
