--TEST--
What a job leaves behind fails without an effect on the next job of the worker
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, currentCoroutine, delay, spawn};

function leave(string $what): int
{
	if ($what === 'coroutine') {
		spawn(function () {
			try {
				delay(10_000);
			} finally {
				throw new Exception('in a coroutine that is left');
			}
		});
		delay(1);
	} elseif ($what === 'callback') {
		currentCoroutine()->onFinally(fn() => throw new Exception('in a callback'));
	}
	return getmypid();
}

ob_start();
$pool = new ProcessPool(leave(...), workers: 1);
foreach (['coroutine', 'callback'] as $what) {
	$first = await($pool->submit($what));
	$second = await($pool->submit('nothing'));
	$lines[] = "$what: " . ($first === $second ? 'same' : 'another') . " worker\n";
}
preg_match_all('/\w+: Uncaught Exception: .*?(?= in \/)|Next Exception: .*?(?= in \/)/', ob_get_clean(), $reports);
echo implode('', $lines), implode("\n", $reports[0]), "\n";
?>
--EXPECT--
coroutine: same worker
callback: same worker
Next Exception: in a coroutine that is left
Warning: Uncaught Exception: in a callback
