<?php
/* A keep-alive HTTP server that answers 13 bytes, under 64 connections of wrk: coroutines against a hand-written loop
 * of Fibers and stream_select(). Requests a second, slowest of the fastest 99 %, processor time for a request. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

const CONNECTIONS = 64;

/** @return array{float, float} requests a second, 99th percentile in ms */
function load(string $address, int $seconds): array
{
	$output = Bench\output_of([...Bench\pinned(Bench\CPU_LOAD), 'wrk', '--latency', '-t1', '-c' . CONNECTIONS,
		"-d{$seconds}s", "http://$address/"]);
	if (!preg_match('~99%\s+([\d.]+)(us|ms|s)\b.*Requests/sec:\s+([\d.]+)~s', $output, $match)
		|| preg_match('/Non-2xx|Socket errors/', $output)) {
		throw new Exception("the load went wrong: $output");
	}
	return [(float) $match[3], $match[1] * ['us' => 0.001, 'ms' => 1, 's' => 1000][$match[2]]];
}

function measure(bool $async): array
{
	$seconds = Bench\setting('BENCH_SECONDS', 10);
	$script = __DIR__ . '/programs/' . ($async ? 'hello_async.php' : 'hello_fiber.php');
	[$server, $pipe] = Bench\start([...Bench\pinned(Bench\CPU_MEASURED), ...Bench\php($async, $script)]);
	try {
		$address = trim(fgets($pipe));
		$pid = proc_get_status($server)['pid'];
		load($address, 2);
		$before = Bench\cpu_seconds_of($pid);
		[$rate, $p99] = load($address, $seconds);
		$used = Bench\cpu_seconds_of($pid) - $before;
		return ['requests_per_s' => $rate, 'p99_ms' => $p99, 'cpu_us' => $used * 1e6 / ($rate * $seconds)];
	} finally {
		Bench\stop($server);
	}
}

if (!Bench\has_command('wrk')) {
	Bench\skip('http_hello', 'wrk is not installed');
}
Bench\report('http_hello', '1/s, ms, us', Bench\interleave(Bench\setting('BENCH_N', 3), [
	'async' => static fn () => measure(true),
	'stock' => static fn () => measure(false),
]), [
	'ratio.requests_per_s' => '>= 1',
	'ratio.p99_ms' => '<= 1.5',
	'cpu_us' => '<= 6.8',
	'ratio.cpu_us' => '<= 0.93',
]);
