<?php
/* A keep-alive HTTP server that answers 13 bytes, under 64 connections of wrk: coroutines against a hand-written loop
 * of Fibers and stream_select(). Requests a second, slowest of the fastest 99 %, processor time for a request. Many short
 * loads in turn, so that other load of the machine affects both servers equally. */
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

final class Server
{
	private $process;
	private readonly string $address;
	private readonly int $pid;

	public function __construct(bool $async)
	{
		$script = __DIR__ . '/programs/' . ($async ? 'hello_async.php' : 'hello_fiber.php');
		[$this->process, $pipe] = Bench\start([...Bench\pinned(Bench\CPU_MEASURED), ...Bench\php($async, $script)]);
		$this->address = trim(fgets($pipe));
		$this->pid = proc_get_status($this->process)['pid'];
	}

	public function warm_up(): void
	{
		load($this->address, 2);
	}

	public function measure(int $seconds): array
	{
		$before = Bench\cpu_seconds_of($this->pid);
		[$rate, $p99] = load($this->address, $seconds);
		$used = Bench\cpu_seconds_of($this->pid) - $before;
		return ['requests_per_s' => $rate, 'p99_ms' => $p99, 'cpu_us' => $used * 1e6 / ($rate * $seconds)];
	}

	public function __destruct()
	{
		Bench\stop($this->process);
	}
}

if (!Bench\has_command('wrk')) {
	Bench\skip('http_hello', 'wrk is not installed');
}
$seconds = Bench\setting('BENCH_SECONDS', 2);
$async = new Server(true);
$stock = new Server(false);
$async->warm_up();
$stock->warm_up();
Bench\report('http_hello', '1/s, ms, us', Bench\interleave(Bench\setting('BENCH_N', 15), [
	'async' => static fn () => $async->measure($seconds),
	'stock' => static fn () => $stock->measure($seconds),
]), [
	'ratio.requests_per_s' => '>= 1',
	'ratio.p99_ms' => '<= 1.5',
	'cpu_us' => '<= 6.8',
	'ratio.cpu_us' => '<= 0.93',
]);
