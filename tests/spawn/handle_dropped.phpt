--TEST--
Dropping the handle does not stop the coroutine; its result is released when it ends (D5, SP-03)
--FILE--
<?php
use function Async\{spawn, suspend, delay};

class Tracked {
    public function __construct(public string $name) {}
    public function __destruct() { echo "destroyed {$this->name}\n"; }
}

spawn(function () {
    $local = new Tracked('local');
    suspend();
    delay(1);
    echo "still runs\n";
    return new Tracked('result');
});
$kept = spawn(fn() => new Tracked('kept result'));
suspend();
echo "main ends\n";
// schedules: any
?>
--EXPECT--
main ends
still runs
destroyed local
destroyed result
destroyed kept result
