--TEST--
A callback of readline may wait: other coroutines begin no line meanwhile
--EXTENSIONS--
readline
--SKIPIF--
<?php
if (!function_exists('readline_callback_handler_install')) {
    die('skip the library has no callbacks');
}
?>
--STDIN--
one
two
three
four
--FILE--
<?php
use function Async\{await, delay, spawn};

$lines = 0;
readline_callback_handler_install('', function () use (&$lines) {
    $lines++;
    echo "begin\n";
    delay(5);
    echo "end\n";
});
$read_until = function (int $count) use (&$lines) {
    while ($lines < $count) {
        readline_callback_read_char();
    }
};
array_map(Async\await(...), [spawn($read_until, 1), spawn($read_until, 2)]);

echo "another coroutine installs a handler\n";
$other = null;
readline_callback_handler_install('', function () use (&$other) {
    readline_callback_handler_remove();
    $other = spawn(function () {
        readline_callback_handler_install('', fn() => null);
        echo "installed\n";
        readline_callback_handler_remove();
    });
    delay(5);
    echo "end\n";
});
await(spawn(function () use (&$other) {
    while (!$other) {
        readline_callback_read_char();
    }
}));
await($other);

echo "another coroutine gives up\n";
$other = null;
readline_callback_handler_install('', function () use (&$other) {
    $other = spawn(readline(...), '');
    delay(5);
    $other->cancel();
    try {
        await($other);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    readline_callback_handler_remove();
});
await(spawn(function () use (&$other) {
    while (!$other) {
        readline_callback_read_char();
    }
}));
?>
--EXPECT--
begin
end
begin
end
another coroutine installs a handler
end
installed
another coroutine gives up
cancelled
