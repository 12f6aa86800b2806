--TEST--
Who awaits a failure gets it at once, whatever destructors of others have to wait for: those run elsewhere (D10 a, P1)
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

// Nobody keeps this one, nor what it ended with.
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
