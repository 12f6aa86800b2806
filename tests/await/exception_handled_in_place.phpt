--TEST--
An awaited failure can be caught and the program goes on; uncaught, it becomes the failure of the awaiting coroutine (D10 a)
--FILE--
<?php
use function Async\{spawn, await};

$inner = null;
$outer = spawn(function () use (&$inner) {
    $inner = spawn(function () {
        throw new Exception('inner');
    });
    await($inner);
});
try {
    await($outer);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
    var_dump($e === $inner->getException(), $e === $outer->getException());
}
echo "goes on\n";
?>
--EXPECT--
inner
bool(true)
bool(true)
goes on
