--TEST--
A cancellation in a callback of FFI waits until the C function has returned: an exception is fatal there (D11, D25)
--EXTENSIONS--
ffi
--INI--
ffi.enable=1
--FILE--
<?php
use function Async\{await, delay, spawn};

$c = FFI::cdef('void qsort(void *base, size_t count, size_t size, int (*compare)(const int *, const int *));');

function sorted(FFI $c, array $values): array
{
    $list = $c->new('int[' . count($values) . ']');
    foreach ($values as $place => $value) {
        $list[$place] = $value;
    }
    $c->qsort($list, count($values), FFI::sizeof($c->type('int')), function ($a, $b) {
        delay(1);
        return $a[0] <=> $b[0];
    });
    foreach ($list as $place => $value) {
        $values[$place] = $value;
    }
    return $values;
}

$sorter = spawn(function () use ($c) {
    echo implode(' ', sorted($c, [3, 1, 2, 5, 4])), "\n";
    try {
        delay(1);
        echo "never\n";
    } finally {
        echo "finally\n";
    }
});
$other = spawn(fn() => sorted($c, [9, 7, 8]));
delay(1);
$sorter->cancel();
try {
    await($sorter);
} catch (Async\AsyncCancellation $e) {
    echo "cancelled\n";
}
echo implode(' ', await($other)), "\n";
?>
--EXPECT--
1 2 3 4 5
finally
cancelled
7 8 9
