--TEST--
The awaiter of a failure gets it at once: it does not wait for destructors of other coroutines that suspend (D10 a, P1)
--FILE--
<?php
use function Async\{await, delay, spawn};

class Slow
{
    public function __destruct()
    {
        delay(50);
        echo "released\n";
    }
}

class Failure extends Exception
{
    public $slow;
}

// Neither this coroutine nor its failure has another reference.
$loud = function () {
    delay(5);
    $failure = new Failure;
    $failure->slow = new Slow;
    throw $failure;
};
$forgetful = spawn(function () use ($loud) {
    try {
        await(spawn($loud));
    } catch (Failure) {
        echo "forgotten\n";
    }
});
unset($loud);
$failing = function () {
    delay(5);
    throw new LogicException('mine');
};
$awaiting = spawn(function () use ($failing) {
    try {
        await(spawn($failing));
    } catch (LogicException $e) {
        echo $e->getMessage(), "\n";
    }
});
await($forgetful);
await($awaiting);
delay(100);
echo "end\n";
?>
--EXPECT--
forgotten
mine
released
end
