--TEST--
A pool of processes: a watcher restarts failed ones; the pool lives as long as its scopes (EXM-22, IO-10, TG-20, LT-08)
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{Channel, Scope, TaskGroup};
use function Async\{awaitAll, await, delay, spawn};

final class StopProcessException extends Exception {}

final class ProcessPool
{
    private const WORKER = <<<'SH'
        while read -r job argument; do
            case $job in
                exit) exit "$argument";;
                slow) sleep "$argument";;
            esac
            echo "$$ $job"
        done
        SH;

    private Scope $watcherScope;
    private Scope $jobsScope;
    private TaskGroup $pool;
    private Channel $free;
    /** @var array<int, array> pipes by number of the process */
    private array $pipes = [];
    private int $count = 0;
    private Channel $stopped;

    public function __construct(private readonly int $min, private readonly int $max)
    {
        $this->watcherScope = new Scope();
        $this->jobsScope = new Scope();
        $this->pool = new TaskGroup(new Scope(), captureResults: false, bounded: true);
        $this->free = new Channel(1000);
        $this->stopped = new Channel(1000);
    }

    public function start(): void
    {
        $this->watcherScope->spawn($this->watch(...));
        for ($i = 0; $i < $this->min; $i++) {
            $this->startProcess();
        }
    }

    public function stop(): void
    {
        $this->watcherScope->cancel();
        $this->pool->cancel();
        $this->jobsScope->cancel();
    }

    public function count(): int
    {
        return $this->count;
    }

    /** Its coroutine returns the answer of the process, or NULL when the process has ended. */
    public function submit(string $job): Async\Coroutine
    {
        return $this->jobsScope->spawn(function () use ($job) {
            if ($this->free->isEmpty() && $this->count < $this->max) {
                $this->startProcess();
            }
            do {
                $pid = $this->free->recv();
            } while (!isset($this->pipes[$pid]));
            [$in, $out] = $this->pipes[$pid];
            fwrite($in, "$job\n");
            // process() can have closed it meanwhile.
            $answer = @fgets($out);
            if ($answer === false) {
                return null;
            }
            $this->free->send($pid);
            return rtrim($answer);
        });
    }

    /** Wait until the watcher has seen the end of a process. */
    public function awaitStopped(): void
    {
        $this->stopped->recv();
    }

    private function startProcess(): void
    {
        $this->count++;
        $this->pool->spawn($this->process(...));
    }

    private function process(): void
    {
        $process = proc_open(['sh', '-c', self::WORKER], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
        $pid = proc_get_status($process)['pid'];
        $this->pipes[$pid] = $pipes;
        $this->free->send($pid);
        try {
            // proc_close() would close its input.
            echo stream_get_contents($pipes[2]);
        } finally {
            unset($this->pipes[$pid]);
            $this->count--;
            $status = proc_close($process);
        }
        throw new StopProcessException('a process has ended', $status);
    }

    private function watch(): void
    {
        while (true) {
            try {
                await($this->pool);
            } catch (StopProcessException $e) {
                $again = $e->getCode() !== 0 || $this->count < $this->min;
                echo $e->getMessage(), ', status ', $e->getCode(), $again ? ', started anew' : '', "\n";
                if ($again) {
                    $this->startProcess();
                }
                $this->stopped->send(true);
            }
        }
    }
}

$pool = new ProcessPool(2, 3);
$pool->start();
$start = hrtime(true);
[$answers] = awaitAll(array_map(fn() => $pool->submit('slow 1'), range(1, 6)));
$seconds = (hrtime(true) - $start) / 1e9;
// Three at a time take two seconds.
printf("%d answers of %d processes: %s\n", count(preg_grep('/^\d+ slow$/', $answers)),
    count($pids = array_unique(array_map('intval', $answers))), $seconds >= 2 && ($seconds < 5 || getenv('ASYNC_TEST_TOOL')) ? 'together' : "$seconds s");

foreach (['exit 0', 'exit 3', 'exit 0'] as $job) {
    $answer = await($pool->submit($job));
    $pool->awaitStopped();
    echo $pool->count(), ' processes, answer ', json_encode($answer), "\n";
}
$pids[] = (int) ($answer = await($pool->submit('last')));
echo strstr($answer, ' '), "\n";

// A job that runs when the pool is stopped.
$waiting = $pool->submit('slow 0.1');
delay(10);
$pool->stop();
try {
    await($waiting);
} catch (Async\AsyncCancellation) {
    echo "job cancelled\n";
}
unset($waiting);
while (count(Async\getCoroutines()) > 1 || array_filter($pids, fn($pid) => posix_kill($pid, 0))) {
    delay(5);
}
echo $pool->count(), ' processes, ', count(Async\getCoroutines()), " coroutine\n";
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
6 answers of 3 processes: together
a process has ended, status 0
2 processes, answer null
a process has ended, status 3, started anew
2 processes, answer null
a process has ended, status 0, started anew
2 processes, answer null
 last
job cancelled
0 processes, 1 coroutine
int(0)
