--TEST--
The output levels of a resumed coroutine keep their numbers: in ob_get_status() and in notices (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function numbers(): array
{
    return array_column(ob_get_status(true), 'level');
}

function work(): array
{
    ob_start();
    ob_start(fn($text) => $text, 0, 0);
    ob_start();
    $before = numbers();
    suspend();
    $after = numbers();
    ob_end_clean();
    @ob_clean();
    $notice = error_get_last()['message'];
    return [$before, $after, $notice];
}

ob_start();
$results = array_map(Async\await(...), [spawn(work(...)), spawn(work(...))]);
ob_end_flush();
foreach ($results as [$before, $after, $notice]) {
    echo implode(' ', $before), ' / ', implode(' ', $after), "\n";
    echo $notice, "\n";
}
?>
--EXPECTF--
0 1 2 3 / 0 1 2 3
ob_clean(): Failed to delete buffer of %S (2)
0 1 2 3 / 0 1 2 3
ob_clean(): Failed to delete buffer of %S (2)
