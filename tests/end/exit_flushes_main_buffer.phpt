--TEST--
exit while coroutines are parked keeps main's buffered output and the rest of main's state (P12, D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('buffer', <<<'PHP'
Async\spawn(fn() => Async\delay(100000));
Async\spawn(function () { ob_start(); echo 'of a coroutine, dropped'; Async\delay(100000); });
Async\suspend();
ob_start(fn($b) => "<$b>");
echo "buffered ";
register_shutdown_function(function () { echo strtok(','), error_get_last()['message'] ?? 'lost'; });
strtok('one, two,three', ',');
@trigger_error(' last error');
exit("bye");
PHP);
show_php('exit in a coroutine', <<<'PHP'
Async\suspend();
ob_start(fn($b) => "<$b>");
echo "main's buffer";
Async\spawn(fn() => exit(3));
Async\delay(100000);
PHP);
?>
--EXPECT--
-- buffer
<buffered bye two last error>
status 0
-- exit in a coroutine
<main's buffer>
status 3
