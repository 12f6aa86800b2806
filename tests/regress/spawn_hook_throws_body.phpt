--TEST--
A callback of onSpawn() throws: what the coroutine would have run is released at once, also when the coroutine is kept
--INI--
zend.exception_ignore_args=1
--FILE--
<?php
use Async\TaskGroup;
use function Async\{onSpawn, spawn};

class Body
{
    public function __invoke(): void
    {
        echo "BROKEN\n";
    }

    public function __destruct()
    {
        echo "released\n";
    }
}
onSpawn(function ($coroutine) use (&$kept) {
    $kept[] = $coroutine;
    throw new Exception('callback');
});
foreach ([spawn(...), (new TaskGroup())->spawn(...)] as $spawn) {
    try {
        $spawn(new Body());
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach ($kept as $coroutine) {
    var_dump($coroutine->isCancelled());
}
echo "end\n";
?>
--EXPECT--
released
callback
released
callback
bool(true)
bool(true)
end
