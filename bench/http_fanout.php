<?php
/* file_get_contents() of 1,000 http URLs at once, 1 KiB each, from nginx (or PHP's built-in server) on the other
 * processor. Stock: one after the other. Processor time of the first thousand in a process and of later ones, and how
 * long a thousand takes. Each thousand goes to another address of the loopback network: ports of connections that have
 * just ended stay taken for a minute, and connect() searches ever longer for a free one. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

use function Async\await;
use function Async\spawn;

const URLS = 1000;
const BYTES = 1024;
const ROUNDS = 5;

/** Where the next thousand goes. */
function next_url(): string
{
	static $round = 0;
	$addresses = json_decode(getenv('BENCH_ADDRESSES'));
	return 'http://' . $addresses[(getmypid() * ROUNDS + $round++) % count($addresses)] . '/1k';
}

/** The first round alone, and the median of the others. */
function rounds(callable $fetch_all): array
{
	for ($round = 0; $round < ROUNDS; $round++) {
		$url = next_url();
		$cpu = Bench\cpu_seconds();
		$wall = hrtime(true);
		foreach ($fetch_all($url) as $body) {
			if (strlen((string) $body) !== BYTES) {
				throw new Exception('a response is not what it should be');
			}
		}
		$walls[] = (hrtime(true) - $wall) / 1e6;
		$cpus[] = (Bench\cpu_seconds() - $cpu) * 1000;
	}
	$first = array_shift($cpus);
	return ['cpu_ms' => Bench\median($cpus), 'first_cpu_ms' => $first, 'wall_ms' => Bench\median($walls)];
}

/** A free port, as far as one can know. */
function free_port(): int
{
	$probe = stream_socket_server('tcp://127.0.0.1:0');
	return (int) substr(strrchr(stream_socket_get_name($probe, false), ':'), 1);
}

/** @return array{resource, list<string>} process and addresses */
function start_server(string $folder): array
{
	$port = free_port();
	$addresses = ["127.0.0.1:$port"];
	file_put_contents("$folder/1k", str_repeat('x', BYTES));
	if (Bench\has_command('nginx')) {
		if (PHP_OS_FAMILY === 'Linux') {
			$addresses = array_map(static fn ($last) => "127.0.0.$last:$port", range(1, 250));
		}
		$listen = implode(' ', array_map(static fn ($address) => "listen $address backlog=4096;", $addresses));
		file_put_contents("$folder/nginx.conf", <<<CONF
			daemon off;
			master_process off;
			pid $folder/nginx.pid;
			error_log $folder/error.log crit;
			worker_rlimit_nofile 8192;
			events { worker_connections 4096; }
			http {
				access_log off;
				client_body_temp_path $folder; proxy_temp_path $folder; fastcgi_temp_path $folder;
				uwsgi_temp_path $folder; scgi_temp_path $folder;
				server { $listen root $folder; }
			}
			CONF);
		$command = ['nginx', '-c', "$folder/nginx.conf", '-p', $folder, '-e', "$folder/error.log"];
	} else {
		$command = [...Bench\php(false, '-S', $addresses[0], '-t', $folder), '-q'];
	}
	[$process] = Bench\start([...Bench\pinned(Bench\CPU_LOAD), ...$command]);
	for ($i = 0; $i < 100 && !@stream_socket_client("tcp://$addresses[0]"); $i++) {
		usleep(50_000);
	}
	return [$process, $addresses];
}

$environment = [];
if (getenv('BENCH_PART') === false) {
	$folder = sys_get_temp_dir() . '/async-bench-' . getmypid();
	mkdir($folder);
	[$server, $addresses] = start_server($folder);
	register_shutdown_function(static function () use ($server, $folder) {
		Bench\stop($server);
		array_map(unlink(...), glob("$folder/*"));
		rmdir($folder);
	});
	$environment = ['BENCH_ADDRESSES' => json_encode($addresses)];
}

Bench\compare(
	scenario: 'http_fanout',
	unit: 'ms',
	goal: ['cpu_ms' => '<= 72', 'ratio.cpu_ms' => '<= 1.03'],
	repetitions: 5,
	async: static fn () => rounds(static function (string $url): array {
		for ($i = 0; $i < URLS; $i++) {
			$tasks[] = spawn(file_get_contents(...), $url);
		}
		return array_map(await(...), $tasks);
	}),
	stock: static fn () => rounds(static function (string $url): array {
		for ($i = 0; $i < URLS; $i++) {
			$bodies[] = file_get_contents($url);
		}
		return $bodies;
	}),
	environment: $environment,
);
