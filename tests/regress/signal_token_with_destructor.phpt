--TEST--
The token of signal() is released where destructors may wait, not in the event loop
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, signal};

class Waits
{
    public function __destruct()
    {
        echo "destructor begins\n";
        delay(1);
        echo "destructor ends\n";
    }
}

/* Only the future of the signal holds the token, whose callback holds the object. */
function signal_with_token(): Future
{
    $object = new Waits();
    $token = new Future(new FutureState());
    $token->map(fn() => $object);
    return signal(SIGUSR1, $token);
}

// When a cancellation comes first, the signal meets what PHP has set.
pcntl_signal(SIGUSR1, SIG_IGN);
$signal = signal_with_token();
gc_collect_cycles();
exec('kill -USR1 ' . getmypid());
var_dump(await($signal) === SIGUSR1);
delay(20);
echo "end\n";
?>
--EXPECTREGEX--
(bool\(true\)\n)?destructor begins\n(bool\(true\)\n)?destructor ends\n(bool\(true\)\n)?end
