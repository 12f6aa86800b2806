--TEST--
proc_close() and a dropped process close pipes under a call that waits in a user filter: the call leaves first (D28, P1, IO-10)
--FILE--
<?php
// schedules: may go on
use Async\Future;
use function Async\{await, spawn, suspend};

class Slow extends php_user_filter
{
    public static ?Async\FutureState $reached;
    public static ?Future $gate;

    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            if (self::$reached) {
                $reached = self::$reached;
                self::$reached = null;
                $reached->complete(null);
                await(self::$gate);
            }
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('slow', Slow::class);

$ends = [
    'proc_close' => function ($process) { proc_close($process); },
    'dropped' => function ($process) { },
];
$calls = [
    'fgets' => [1, STREAM_FILTER_READ, 'echo text', fn($pipe) => @fgets($pipe)],
    'fwrite' => [0, STREAM_FILTER_WRITE, 'cat >/dev/null', fn($pipe) => fwrite($pipe, "text\n")],
];
foreach ($ends as $how => $end) {
    foreach ($calls as $what => [$number, $direction, $command, $call]) {
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
        stream_filter_append($pipes[$number], 'slow', $direction);
        Slow::$reached = new Async\FutureState();
        $gate = new Async\FutureState();
        Slow::$gate = new Future($gate);
        $reached = new Future(Slow::$reached);
        $pipe = $pipes[$number];
        unset($pipes);
        $caller = spawn(fn() => $call($pipe));
        await($reached);
        $closer = spawn($end, $process);
        unset($process);
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
        // The closing coroutine waits for the call.
        echo "$how, $what: ", $closer->isCompleted() ? 'BROKEN' : $closer->getAwaitingInfo()['type'] ?? '?', ' ';
        $gate->complete(null);
        echo json_encode(await($caller)), ' ';
        await($closer);
        echo get_resource_type($pipe), "\n";
    }
}
?>
--EXPECT--
proc_close, fgets: lock "text\n" Unknown
proc_close, fwrite: lock 5 Unknown
dropped, fgets: lock "text\n" Unknown
dropped, fwrite: lock 5 Unknown
