<?php
/*
 * A server of static files for clients that fetch: nginx, or PHP's built-in server where there is none, on the other
 * processor, with a file of 1 KiB.
 */
declare(strict_types=1);

namespace Bench;

const FILE_BYTES = 1024;

/** A port that is free at this moment. */
function free_port(): int
{
	$probe = stream_socket_server('tcp://127.0.0.1:0');
	return (int) substr(strrchr(stream_socket_get_name($probe, false), ':'), 1);
}

/**
 * The server listens on many addresses of the loopback network: the port of an ended connection stays reserved for a
 * minute, and connect() takes longer and longer to find a free one.
 *
 * @return array{resource, list<string>} process and addresses
 */
function start_server(string $folder): array
{
	$port = free_port();
	$addresses = ["127.0.0.1:$port"];
	file_put_contents("$folder/1k", str_repeat('x', FILE_BYTES));
	if (has_command('nginx')) {
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
		$command = [...php(false, '-S', $addresses[0], '-t', $folder), '-q'];
	}
	[$process] = start([...pinned(CPU_LOAD), ...$command]);
	for ($i = 0; $i < 100 && !@stream_socket_client("tcp://$addresses[0]"); $i++) {
		usleep(50_000);
	}
	return [$process, $addresses];
}

/** The driver's part: a server until the end of the script. Environment for the measured programs: BENCH_ADDRESSES. */
function serve_file(): array
{
	if (getenv('BENCH_PART') !== false) {
		return [];
	}
	$folder = sys_get_temp_dir() . '/async-bench-' . getmypid();
	mkdir($folder);
	[$server, $addresses] = start_server($folder);
	register_shutdown_function(static function () use ($server, $folder) {
		stop($server);
		array_map(unlink(...), glob("$folder/*"));
		rmdir($folder);
	});
	return ['BENCH_ADDRESSES' => json_encode($addresses)];
}

/** The next address to fetch from. */
function next_url(): string
{
	static $next;
	$addresses = json_decode(getenv('BENCH_ADDRESSES'));
	$next = ($next ?? getmypid() * 7) + 1;
	return 'http://' . $addresses[$next % count($addresses)] . '/1k';
}

/**
 * Fetch everything five times, each time from another address: processor time of the first round in a process, and the
 * medians of the others.
 */
function fetch_rounds(callable $fetch_all): array
{
	for ($round = 0; $round < 5; $round++) {
		$url = next_url();
		$cpu = cpu_seconds();
		$wall = hrtime(true);
		foreach ($fetch_all($url) as $body) {
			if (strlen((string) $body) !== FILE_BYTES) {
				throw new \Exception('a response is not what it should be');
			}
		}
		$walls[] = (hrtime(true) - $wall) / 1e6;
		$cpus[] = (cpu_seconds() - $cpu) * 1000;
	}
	$first = array_shift($cpus);
	return ['cpu_ms' => median($cpus), 'first_cpu_ms' => $first, 'wall_ms' => median($walls)];
}
