<?php
/* 1,000 curl_exec(), 100 at a time, 1 KiB each, from nginx (or PHP's built-in server) on the other processor: 100
 * coroutines with a handle each, 10 requests one after the other. Stock: one handle, one request after the other; 100
 * handles in turn (in_turn_…: libcurl's cost of many handles); curl_multi with 100 handles (multi_…). Processor time of
 * the first thousand in a process and of later ones, and the duration of a thousand. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/nginx.php';

use function Async\spawn;

const HANDLES = 100;
const EACH = 10;

Bench\load_extensions('curl', 'curl');

function handle(string $url): CurlHandle
{
	$handle = curl_init($url);
	curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
	return $handle;
}

function several(CurlHandle $handle, int $count): array
{
	for ($i = 0; $i < $count; $i++) {
		$bodies[] = curl_exec($handle);
	}
	return $bodies;
}

/** One request at a time, each with the next handle. */
function in_turn(string $url): array
{
	for ($i = 0; $i < HANDLES; $i++) {
		$handles[] = handle($url);
	}
	for ($i = 0; $i < EACH; $i++) {
		foreach ($handles as $handle) {
			$bodies[] = curl_exec($handle);
		}
	}
	return $bodies;
}

/** All handles at once, each one several times until it has made its share of the requests. */
function with_multi(string $url): array
{
	$multi = curl_multi_init();
	$left = new SplObjectStorage;
	for ($i = 0; $i < HANDLES; $i++) {
		$left[$handle = handle($url)] = EACH;
		curl_multi_add_handle($multi, $handle);
	}
	$bodies = [];
	do {
		curl_multi_exec($multi, $running);
		while ($done = curl_multi_info_read($multi)) {
			$handle = $done['handle'];
			$bodies[] = curl_multi_getcontent($handle);
			curl_multi_remove_handle($multi, $handle);
			$left[$handle] = $left[$handle] - 1;
			if ($left[$handle] > 0) {
				curl_multi_add_handle($multi, $handle);
				$running++;
			}
		}
		if ($running) {
			curl_multi_select($multi);
		}
	} while ($running);
	return $bodies;
}

Bench\compare(
	scenario: 'curl',
	unit: 'ms',
	goal: ['cpu_ms' => '<= 30', 'wall_ms' => '<= 35', 'ratio.cpu_ms' => '<= 0.6', 'ratio.wall_ms' => '<= 0.32'],
	repetitions: 5,
	async: static fn () => Bench\fetch_rounds(static function (string $url): array {
		for ($i = 0; $i < HANDLES; $i++) {
			$tasks[] = spawn(static fn () => several(handle($url), EACH));
		}
		return array_merge(...array_map(Async\await(...), $tasks));
	}),
	stock: static function () {
		$one = Bench\fetch_rounds(static fn ($url) => several(handle($url), HANDLES * EACH));
		foreach (['in_turn' => in_turn(...), 'multi' => with_multi(...)] as $way => $fetch_all) {
			foreach (Bench\fetch_rounds($fetch_all) as $name => $figure) {
				$one["{$way}_$name"] = $figure;
			}
		}
		return $one;
	},
	environment: Bench\serve_file(),
);
