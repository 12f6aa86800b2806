--TEST--
flock() waits for a lock of another coroutine when no descriptor is free (P10)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('tools have descriptors of their own');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
echo run_php(<<<'PHP'
    use function Async\{await, delay, spawn};

    $name = tempnam(sys_get_temp_dir(), 'lock');
    [$held, $wanted] = [fopen($name, 'r'), fopen($name, 'r')];
    flock($held, LOCK_EX);
    spawn(fn() => usleep(1));
    delay(1);
    while ($file = @fopen('/dev/null', 'r')) {
        $all[] = $file;
    }
    $waiter = spawn(function () use ($wanted) {
        $result = flock($wanted, LOCK_EX);
        echo "locked\n";
        return $result;
    });
    delay(20);
    echo "unlock\n";
    flock($held, LOCK_UN);
    var_dump(await($waiter), flock($held, LOCK_EX | LOCK_NB));
    unlink($name);
    PHP, '', 'ulimit -n 64;')[0];
?>
--EXPECT--
unlock
locked
bool(true)
bool(false)
