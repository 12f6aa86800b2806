--TEST--
Examples: awaitSpawned() waits for coroutines that the current one spawned itself, not for the coroutines that these spawn (LT-03)
--FILE--
<?php
use function Async\{spawn, awaitSpawned, await_spawned, await, suspend};

function rounds($n) { while ($n--) suspend(); }

function task(): void
{
    spawn(function () {
        rounds(10);
        echo "Hello, World!\n";
    });

    spawn(function () {
        rounds(1);
        echo "Hello, PHP!\n";
    });

    // parent lifetime is limited by direct descendants
    awaitSpawned();
    echo "task ends\n";
}

await(spawn(task(...)));

function task2(): void
{
    spawn(function () {
        spawn(function () {
            rounds(30); // <-- not affected to task lifetime

            echo "after the task\n";
        });

        rounds(2); // <-- affected to task lifetime
        echo "Hello, World!\n";
    });

    spawn(function () {
        rounds(1);
        echo "Hello, PHP!\n";
    });

    // parent lifetime is limited by direct descendants
    await_spawned();
    echo "task ends\n";
}

await(spawn(task2(...)));
?>
--EXPECT--
Hello, PHP!
Hello, World!
task ends
Hello, PHP!
Hello, World!
task ends
after the task
