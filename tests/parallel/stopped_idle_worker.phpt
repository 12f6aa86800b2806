--TEST--
An idle worker that is stopped, and so does not end by itself, is killed when the grace time after close() is over
--EXTENSIONS--
posix
--FILE--
<?php
// schedules: none
use Async\ProcessPool;
use function Async\await;

function work(bool $closes): int
{
    if ($closes) {
        fclose(STDOUT);
        fclose(STDERR);
    }
    return getmypid();
}

foreach (['close', 'close without output', 'drop'] as $how) {
    $pool = new ProcessPool(work(...), workers: 1, grace: 300);
    $pid = await($pool->submit($how === 'close without output'));
    posix_kill($pid, 19 /* SIGSTOP */);
    if ($how !== 'drop') {
        $pool->close();
        $pool->awaitCompletion();
    } else {
        unset($pool);
    }
    for ($end = hrtime(true) + 20e9; posix_kill($pid, 0) && hrtime(true) < $end;) {
        Async\delay(20);
    }
    echo "$how: ", posix_kill($pid, 0) ? 'still there' : 'gone', "\n";
    if (posix_kill($pid, 0)) {
        posix_kill($pid, 9);
    }
}
?>
--EXPECT--
close: gone
close without output: gone
drop: gone
