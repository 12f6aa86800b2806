--TEST--
A variable in shared memory stays as it is while an autoloader waits in shm_get_var() (CO-04)
--EXTENSIONS--
sysvshm
--FILE--
<?php
use function Async\{spawn, await, suspend};

spl_autoload_register(function (string $class) {
    for ($i = 0; $i < 3; $i++) suspend();
    eval("class $class { public \$name; }");
});
$key = 0x10000000 + getmypid();
$memory = shm_attach($key, 10000, 0600);
$other = shm_attach($key);
shm_remove($memory);   // it is there until all have detached

/* An object of a class that is not loaded yet. */
$put = fn(string $class, SysvSharedMemory $memory) => shm_put_var($memory, 1, [
    unserialize("O:1:\"$class\":1:{s:4:\"name\";s:5:\"first\";}", ['allowed_classes' => false]), str_repeat('x', 20)]);
$text = fn(array $value) => get_class($value[0]) . " {$value[0]->name} $value[1]";

$change = [
    'A' => fn() => shm_put_var($memory, 1, str_repeat('y', 500)),
    'B' => fn() => shm_put_var($other, 1, str_repeat('y', 500)),
    'C' => fn() => shm_remove_var($other, 1) && shm_put_var($memory, 2, str_repeat('z', 500)),
    'D' => fn() => shm_detach($memory),
];
foreach ($change as $class => $action) {
    $put($class, $memory);
    $reader = spawn(fn() => $text(shm_get_var($memory, 1)));
    $changer = spawn(function () use ($action) {
        suspend();
        return $action();
    });
    echo await($reader), ', ', var_export(await($changer), true), "\n";
}

// The call that waits for its turn finds that the memory was detached.
$put('E', $other);
$reader = spawn(fn() => $text(shm_get_var($other, 1)));
$detacher = spawn(fn() => suspend() ?? shm_detach($other));
$late = spawn(fn() => suspend() ?? shm_get_var($other, 1));
echo await($reader), ', ', var_export(await($detacher), true), "\n";
try {
    await($late);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
A first xxxxxxxxxxxxxxxxxxxx, true
B first xxxxxxxxxxxxxxxxxxxx, true
C first xxxxxxxxxxxxxxxxxxxx, true
D first xxxxxxxxxxxxxxxxxxxx, true
E first xxxxxxxxxxxxxxxxxxxx, true
Shared memory block has already been destroyed
