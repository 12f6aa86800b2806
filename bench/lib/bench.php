<?php
/*
 * Shared by the scenarios: measure two ways of doing the same, each time in a fresh process, and print one line.
 *
 * A scenario has two roles. Without BENCH_PART it is the driver, which starts its own script as often as needed, in
 * turn with BENCH_PART=async (the extension loaded) and BENCH_PART=stock (plain PHP). Those processes print their
 * figures.
 */
declare(strict_types=1);

namespace Bench;

/** Processor of the measured program; the load generator uses the other one. */
const CPU_MEASURED = 0;
const CPU_LOAD = 1;

function median(array $values): float
{
	sort($values);
	$half = intdiv(count($values), 2);
	return count($values) % 2 ? $values[$half] : ($values[$half - 1] + $values[$half]) / 2;
}

/** Five significant digits: enough to tell 1.0005 from 1. */
function rounded(float $value): float|int
{
	if ($value == 0) {
		return 0;
	}
	$digits = 4 - (int) floor(log10(abs($value)));
	return $digits > 0 ? round($value, $digits) : (int) round($value);
}

/** Number of repetitions, or seconds of a load: BENCH_N and BENCH_SECONDS override a scenario's own. */
function setting(string $name, int $default): int
{
	return (int) (getenv($name) ?: $default);
}

/** Available memory in bytes. */
function free_memory(): int
{
	preg_match('/^MemAvailable:\s+(\d+) kB/m', file_get_contents('/proc/meminfo'), $match);
	return 1024 * (int) $match[1];
}

function has_command(string $name): bool
{
	return (string) shell_exec('command -v ' . escapeshellarg($name) . ' 2>/dev/null') !== '';
}

/** Prefix that pins a program to one processor, [] when that is not possible. */
function pinned(int $cpu): array
{
	static $able = null;
	$able ??= has_command('taskset') && (int) shell_exec('nproc') > 1;
	return $able ? ['taskset', '-c', (string) $cpu] : [];
}

/** PHP's command line: no php.ini, so neither opcache nor xdebug; async.so only when asked for. */
function php(bool $async, string ...$arguments): array
{
	$so = getenv('ASYNC_SO') ?: throw new \Exception('ASYNC_SO must name async.so; ./dev bench sets it');
	return [getenv('PHP') ?: PHP_BINARY, '-n', '-d', 'memory_limit=-1',
		...($async ? ['-d', "extension=$so"] : []), ...extension_options(), ...$arguments];
}

/** Options that load the extensions named by load_extensions(). */
function extension_options(string ...$more): array
{
	static $options = [];
	foreach ($more as $name) {
		array_push($options, '-d', "extension=$name");
	}
	return $options;
}

/** Load an extension in the measured programs at their start, as php.ini does: dl() gives other results. The last name
 * is the extension, the ones before it are its possible dependencies. Returns the name of a missing one, or NULL. */
function missing_extension(string ...$names): ?string
{
	static $asked = [];
	foreach (array_diff($names, $asked) as $name) {
		if (!extension_loaded($name) && is_file(ini_get('extension_dir') . "/$name.so")) {
			extension_options($name);
			$asked[] = $name;
		} elseif (!extension_loaded($name) && $name === end($names)) {
			return "ext/$name";
		}
	}
	return null;
}

/** The same, and skip the scenario if an extension is missing. */
function load_extensions(string $scenario, string ...$names): void
{
	if ($missing = missing_extension(...$names)) {
		skip($scenario, "needs $missing");
	}
}

/** Start a background program; its output can be read from the pipe. [process, pipe] */
function start(array $command): array
{
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
	return [$process, $pipes[1]];
}

/** End a program that start() began. */
function stop($process): void
{
	proc_terminate($process);
	proc_close($process);
}

/** Output of a program that must succeed. */
function output_of(array $command, array $environment = []): string
{
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes, null,
		$environment + getenv());
	$output = stream_get_contents($pipes[1]);
	$status = proc_close($process);
	if ($status !== 0) {
		throw new \Exception(implode(' ', $command) . " ended with status $status: $output");
	}
	return $output;
}

/** Run one part of this scenario in a fresh process; returns its figures. */
function run_part(string $part, array $environment = [], int $cpu = CPU_MEASURED): array
{
	$script = realpath($_SERVER['SCRIPT_FILENAME']);
	$command = [...pinned($cpu), ...php($part === 'async', $script)];
	$output = output_of($command, ['BENCH_PART' => $part] + $environment);
	return json_decode($output, true, 8, JSON_THROW_ON_ERROR);
}

/** Processor seconds of this process so far, the kernel's share included. */
function cpu_seconds(): float
{
	$usage = getrusage();
	return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
		+ ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

/** A process's processor seconds as the kernel counts them, in ticks of 10 ms. */
function cpu_seconds_of(int $pid): float
{
	$fields = explode(' ', substr(strrchr(file_get_contents("/proc/$pid/stat"), ')'), 2));
	return ($fields[11] + $fields[12]) / 100;
}

/** Bytes of a line such as VmRSS in /proc/self/status. */
function process_bytes(string $field): int
{
	preg_match("/^$field:\s+(\d+) kB/m", file_get_contents('/proc/self/status'), $match);
	return 1024 * (int) $match[1];
}

/** Repeat the parts in turn. Each is called once for each repetition and returns name => figure. */
function interleave(int $repetitions, array $parts): array
{
	$seen = [];
	for ($i = 0; $i < $repetitions; $i++) {
		foreach ($parts as $part => $measure) {
			foreach ($measure() as $name => $figure) {
				$seen[$part][$name][] = (float) $figure;
			}
		}
	}
	return $seen;
}

/** Does the figure satisfy a bound such as "<= 130"? */
function holds(float $figure, string $bound): bool
{
	[$operator, $limit] = explode(' ', $bound);
	return $operator === '<=' ? $figure <= (float) $limit : $figure >= (float) $limit;
}

/**
 * The one line of a scenario. Figures are medians, with the range of the first; a ratio is async to stock, the median
 * of the repetitions' ratios. Goals are name => bound; "ratio.NAME" is a bound for a ratio.
 */
function report(string $scenario, string $unit, array $seen, array $goal, array $more = []): void
{
	$main = array_key_first($seen['async']);
	$line = ['scenario' => $scenario, 'unit' => $unit];
	$result = [];
	foreach ($seen as $part => $figures) {
		foreach ($figures as $name => $values) {
			$line[$part][$name] = rounded(median($values));
			if ($name === $main && count($values) > 1) {
				$line[$part]['range'] = [rounded(min($values)), rounded(max($values))];
			}
		}
	}
	foreach ($seen['async'] as $name => $values) {
		$result[$name] = median($values);
		if (isset($seen['stock'][$name]) && min($seen['stock'][$name]) > 0) {
			$result["ratio.$name"] = median(array_map(static fn ($a, $s) => $a / $s, $values, $seen['stock'][$name]));
			$line['ratio'][$name] = rounded($result["ratio.$name"]);
		}
	}
	$line['goal'] = $goal;
	$line['missed'] = array_keys(array_filter($goal, static fn ($bound, $name) => !holds($result[$name], $bound),
		ARRAY_FILTER_USE_BOTH));
	$line['n'] = count($seen['async'][$main]);
	echo json_encode($line + $more, JSON_UNESCAPED_SLASHES), "\n";
}

function skip(string $scenario, string $reason): never
{
	echo json_encode(['scenario' => $scenario, 'skipped' => $reason], JSON_UNESCAPED_SLASHES), "\n";
	exit;
}

/** A whole scenario: two functions that return name => figure, or one figure, which is then named after the unit. */
function compare(string $scenario, string $unit, array $goal, int $repetitions, callable $async, callable $stock,
	array $environment = []): void
{
	$part = getenv('BENCH_PART');
	if ($part !== false) {
		$figures = $part === 'async' ? $async() : $stock();
		echo json_encode(is_array($figures) ? $figures : [$unit => $figures]);
		/* Not a plain return, which would wait for coroutines that sleep for an hour. */
		exit;
	}
	$seen = interleave(setting('BENCH_N', $repetitions), [
		'async' => static fn () => run_part('async', $environment),
		'stock' => static fn () => run_part('stock', $environment),
	]);
	report($scenario, $unit, $seen, $goal);
}

/** Nanoseconds for one of the $count operations of $work. */
function time_each(int $count, callable $work): float
{
	$begin = hrtime(true);
	$work();
	return (hrtime(true) - $begin) / $count;
}
