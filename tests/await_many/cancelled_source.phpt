--TEST--
A cancelled source is an error for its awaiter, and silent without an awaiter (AW-18, D10 f, D23)
--FILE--
<?php
// schedules: any
use Async\AsyncCancellation;
use function Async\{spawn, awaitAll, awaitAllOrFail, awaitFirstSuccess, suspend};

$make = function () {
    $c = spawn(function () { suspend(); });
    $c->cancel(new AsyncCancellation('cancelled source'));
    return ['c' => $c, 'd' => spawn(fn() => 'fine')];
};
[$results, $errors] = awaitAll($make());
echo json_encode($results), ' ', get_class($errors['c']), ' ', $errors['c']->getMessage(), "\n";
[$value, $errors] = awaitFirstSuccess($make());
echo $value, "\n";
try {
    awaitAllOrFail($make());
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
{"d":"fine"} Async\AsyncCancellation cancelled source
fine
cancelled source
