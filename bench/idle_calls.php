<?php
/* The extension loaded and unused: system calls of a script that reads, writes, sleeps and connects, from its first
 * line to its last shutdown function. Stock: the same without the extension. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

/** Number of calls of each kind between the two marks. */
function calls(bool $async): array
{
	$file = tempnam(sys_get_temp_dir(), 'async-bench-');
	try {
		Bench\output_of(['strace', '-o', $file, ...Bench\php($async, __DIR__ . '/programs/calls.php')]);
		$trace = file_get_contents($file);
	} finally {
		unlink($file);
	}
	$begin = strpos($trace, '/async-bench-begin');
	$end = strpos($trace, '/async-bench-end');
	if (!$begin || !$end) {
		throw new Exception('the marks are not in the trace');
	}
	preg_match_all('/^(\w+)\(/m', substr($trace, $begin, $end - $begin), $matches);
	$counts = array_count_values($matches[1]);
	/* The moment when PHP's heap asks for more memory depends on other allocations. */
	unset($counts['brk']);
	ksort($counts);
	return $counts;
}

if (!Bench\has_command('strace')) {
	Bench\skip('idle_calls', 'strace is not installed');
}
$async = calls(true);
$stock = calls(false);
$extra = [];
foreach ($async + $stock as $name => $ignored) {
	$difference = ($async[$name] ?? 0) - ($stock[$name] ?? 0);
	if ($difference !== 0) {
		$extra[$name] = $difference;
	}
}
Bench\report('idle_calls', 'system calls', [
	'async' => ['calls' => [array_sum($async)], 'more_than_stock' => [array_sum(array_filter($extra, static fn ($n) => $n > 0))]],
	'stock' => ['calls' => [array_sum($stock)]],
], ['more_than_stock' => '<= 0'], ['differences' => (object) $extra]);
