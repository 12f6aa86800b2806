--TEST--
Handlers of the parent are not called in a worker; signals that it ignores are ignored there, too
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip valgrind reports each process that a signal ends'); ?>
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\await;

pcntl_async_signals(true);
$handled = [SIGWINCH, SIGURG, SIGCONT, SIGUSR1, SIGIO, SIGQUIT, SIGRTMIN + 3, SIGPIPE];
foreach ($handled as $signal) {
	pcntl_signal($signal, function (int $signal) {
		echo "handler of the parent: $signal\n";
	});
}
$ignored = [SIGHUP, SIGTERM, SIGUSR2, SIGALRM];
foreach ($ignored as $signal) {
	pcntl_signal($signal, SIG_IGN);
}
$pool = new ProcessPool(function (int $signal) {
	posix_kill(getmypid(), $signal);
	return 'lives';
}, workers: 1);
foreach (['handled' => $handled, 'ignored' => $ignored] as $what => $signals) {
	foreach ($signals as $signal) {
		try {
			$outcome = await($pool->submit($signal));
		} catch (WorkerException $e) {
			$outcome = $e->getSignal() === $signal ? 'killed' : $e->getMessage();
		}
		echo "$what ", $signal === SIGRTMIN + 3 ? 'RTMIN + 3' : $signal, ": $outcome\n";
	}
}
echo is_object(pcntl_signal_get_handler(SIGWINCH)) ? "the parent keeps its handlers\n" : "lost\n";
?>
--EXPECT--
handled 28: lives
handled 23: lives
handled 18: lives
handled 10: killed
handled 29: killed
handled 3: killed
handled RTMIN + 3: killed
handled 13: lives
ignored 1: lives
ignored 15: lives
ignored 12: lives
ignored 14: lives
the parent keeps its handlers
