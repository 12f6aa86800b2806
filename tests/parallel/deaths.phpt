--TEST--
A worker that dies (signal, exit, fatal error, memory limit) fails its job with what it printed, and is replaced
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\await;

register_shutdown_function(function () {
    echo "shutdown function of ", getmypid() === $GLOBALS['me'] ? 'the parent' : 'a worker', "\n";
});
final class Noisy
{
    public function __destruct()
    {
        echo 'destructor in ', getmypid() === $GLOBALS['me'] ? 'the parent' : 'a worker', "\n";
    }
}
$me = getmypid();
$noisy = new Noisy;
$pool = new ProcessPool(function (string $how) {
    switch ($how) {
        case 'signal':
            echo 'no end of the line';
            posix_kill(getmypid(), 9);
        case 'exit':
            ob_start();
            echo "printed\n";
            exit(3);
        case 'text':
            exit("text\n");
        case 'fatal':
            eval('function intdiv() {}');
        case 'memory':
            return str_repeat('x', 200_000_000);
    }
    return getmypid();
}, workers: 1, memoryLimit: 100_000_000);
$last = 0;
foreach (['signal', 'exit', 'text', 'fatal', 'memory'] as $how) {
    try {
        await($pool->submit($how));
    } catch (WorkerException $e) {
        printf("%s: signal %s, status %s, printed %s\n", $how, json_encode($e->getSignal()), json_encode($e->getExitStatus()),
            json_encode(preg_replace('~.*(Allowed memory size|Cannot redeclare).*~s', '$1', trim($e->getOutput()))));
    }
    $pid = await($pool->submit('pid'));
    echo $pid !== $last && $pid !== $me ? 'replaced' : 'NOT replaced', "\n";
    $last = $pid;
}
$e = null;
try {
    await($pool->submit('exit'));
} catch (WorkerException $e) {
}
echo preg_replace('/\d{2,}/', 'PID', $e->getMessage()), ' in ', basename($e->getFile()), ':', $e->getLine() > 40 ? 'place of the job' : $e->getLine(), "\n";
echo "end\n";
?>
--EXPECTF--
no end of the linesignal: signal 9, status null, printed "no end of the line"
replaced
printed
exit: signal null, status 3, printed "printed"
replaced
text
text: signal null, status 0, printed "text"
replaced
%A
fatal: signal null, status 255, printed "Cannot redeclare"
replaced
%A
memory: signal null, status 255, printed "Allowed memory size"
replaced
printed
The worker process PID ended with status 3 during the job: printed in deaths.php:place of the job
end
shutdown function of the parent
destructor in the parent
