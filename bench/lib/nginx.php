<?php
/*
 * A server of static files for clients that fetch: nginx, or PHP's built-in server where there is none, on the other
 * processor, with a file of 1 KiB.
 */
declare(strict_types=1);

namespace Bench;

const FILE_BYTES = 1024;

/** A free port, as far as one can know. */
function free_port(): int
{
	$probe = stream_socket_server('tcp://127.0.0.1:0');
	return (int) substr(strrchr(stream_socket_get_name($probe, false), ':'), 1);
}

/** @return array{resource, string} process and address */
function start_server(string $folder): array
{
	$address = '127.0.0.1:' . free_port();
	file_put_contents("$folder/1k", str_repeat('x', FILE_BYTES));
	if (has_command('nginx')) {
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
				server { listen $address backlog=4096; root $folder; }
			}
			CONF);
		$command = ['nginx', '-c', "$folder/nginx.conf", '-p', $folder, '-e', "$folder/error.log"];
	} else {
		$command = [...php(false, '-S', $address, '-t', $folder), '-q'];
	}
	[$process] = start([...pinned(CPU_LOAD), ...$command]);
	for ($i = 0; $i < 100 && !@stream_socket_client("tcp://$address"); $i++) {
		usleep(50_000);
	}
	return [$process, $address];
}

/** The driver's part: a server until the end of the script. Environment for the measured programs: BENCH_URL. */
function serve_file(): array
{
	if (getenv('BENCH_PART') !== false) {
		return [];
	}
	$folder = sys_get_temp_dir() . '/async-bench-' . getmypid();
	mkdir($folder);
	[$server, $address] = start_server($folder);
	register_shutdown_function(static function () use ($server, $folder) {
		stop($server);
		array_map(unlink(...), glob("$folder/*"));
		rmdir($folder);
	});
	return ['BENCH_URL' => "http://$address/1k"];
}

/** Fetch everything five times: processor time of the first round in a process, and the medians of the others. */
function fetch_rounds(callable $fetch_all): array
{
	for ($round = 0; $round < 5; $round++) {
		$cpu = cpu_seconds();
		$wall = hrtime(true);
		foreach ($fetch_all() as $body) {
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
