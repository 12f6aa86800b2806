--TEST--
A result whose __unserialize() awaits a job of the same full pool arrives: its worker runs that job meanwhile
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, spawn};

/* Asks the pool again when it arrives in the parent. */
class Asks
{
    public static ?ProcessPool $pool = null;
    public static ?Async\Future $queued = null;
    public static bool $reads = false;
    public mixed $got = null;

    public function __construct(public string $question, public string $data = '') {}

    public function __serialize(): array { return [$this->question, $this->data]; }

    public function __unserialize(array $data): void
    {
        [$this->question, $this->data] = $data;
        if (self::$pool) {
            self::$reads = true;
            $this->got = await(self::$queued ?? self::$pool->submit($this->question));
        }
    }
}

class AsksInFailure extends Exception
{
    public ?Asks $asks = null;
}

$parent = getmypid();
$pool = new ProcessPool(function (string $job) use ($parent) {
    Asks::$pool = null;   // in the worker
    switch ($job) {
        case 'asks':
            return new Asks('plain');
        case 'asks twice':
            return [new Asks('asks'), new Asks('plain')];
        case 'large':
            return new Asks('other large', str_repeat('a', 300_000));
        case 'other large':
            return str_repeat('b', 400_000);
        case 'fails':
            $failure = new AsksInFailure('as told');
            $failure->asks = new Asks('plain');
            throw $failure;
        case 'stream':
            [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            fwrite($far, "through the socket\n");
            return [new Asks('other stream'), $near];
        case 'other stream':
            [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            fwrite($far, "through the other\n");
            return fgets($near);
        default:
            return $job;
    }
}, 1);
Asks::$pool = $pool;

echo await($pool->submit('asks'))->got, "\n";
[$first, $second] = await($pool->submit('asks twice'));
echo $first->got->got, ' ', $second->got, "\n";
$large = await($pool->submit('large'));
echo $large->data === str_repeat('a', 300_000) ? 'kept' : 'WRONG', ' ',
    $large->got === str_repeat('b', 400_000) ? 'kept' : 'WRONG', "\n";
try {
    await($pool->submit('fails'));
} catch (AsksInFailure $failure) {
    echo $failure->getMessage(), ' ', $failure->asks->got, "\n";
}
[$asks, $stream] = await($pool->submit('stream'));
echo json_encode($asks->got), ' ', fgets($stream);

// The job that it awaits is in the queue already.
$asking = $pool->submit('asks');
Asks::$queued = $pool->submit('queued before');
echo await($asking)->got, "\n";
Asks::$queued = null;

// A closed pool ends after the results have arrived.
$asking = $pool->submit('asks');
Asks::$queued = $pool->submit('before the end');
$pool->close();
$pool->awaitCompletion();
echo await($asking)->got, ' ', $pool->getWorkerCount(), "\n";

// A job is cancelled while its result is read.
Asks::$pool = $pool = new ProcessPool(fn($job) => $job === 'asks' ? new Asks('slow') : usleep(50_000), 1);
Asks::$queued = null;
Asks::$reads = false;
$asking = $pool->submit('asks');
$waits = spawn(fn() => await($asking));
while (!Asks::$reads) {
    Async\delay(1);
}
$pool->cancel();
try {
    await($waits);
    echo "arrived\n";
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$pool->awaitCompletion();
echo "done\n";
?>
--EXPECT--
plain
plain plain
kept kept
as told plain
"through the other\n" through the socket
queued before
before the end 0
cancelled
done
