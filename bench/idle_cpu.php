<?php
/* The extension loaded and unused: instructions that a processor-bound script takes from its compilation to the end of
 * its shutdown functions, counted by valgrind. Stock: the same without the extension. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

/** Instructions between start and end of the request, without those of PHP's own start. */
function instructions(bool $async): array
{
	$file = tempnam(sys_get_temp_dir(), 'async-bench-');
	$log = tempnam(sys_get_temp_dir(), 'async-bench-');
	try {
		Bench\output_of(['valgrind', '--tool=callgrind', "--callgrind-out-file=$file", "--log-file=$log",
			'--toggle-collect=php_execute_script', '--toggle-collect=php_call_shutdown_functions',
			...Bench\php($async, __DIR__ . '/programs/cpu.php')]);
		if (!preg_match('/^(?:totals|summary): (\d+)/m', file_get_contents($file), $match) || !$match[1]) {
			throw new Exception('valgrind counted nothing');
		}
		return ['instructions' => (int) $match[1]];
	} finally {
		unlink($file);
		unlink($log);
	}
}

if (!Bench\has_command('valgrind')) {
	Bench\skip('idle_cpu', 'valgrind is not installed');
}
Bench\report('idle_cpu', 'instructions', Bench\interleave(Bench\setting('BENCH_N', 3), [
	'async' => static fn () => instructions(true),
	'stock' => static fn () => instructions(false),
]), ['ratio.instructions' => '<= 1.005']);
