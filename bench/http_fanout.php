<?php
/* file_get_contents() of 1,000 http URLs at once, 1 KiB each, from nginx (or PHP's built-in server) on the other
 * processor. Stock: one after the other. Processor time of the first thousand in a process and of later ones, and the
 * duration of a thousand. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/nginx.php';

use function Async\spawn;

const URLS = 1000;

Bench\compare(
	scenario: 'http_fanout',
	unit: 'ms',
	goal: ['cpu_ms' => '<= 72', 'ratio.cpu_ms' => '<= 1.03'],
	repetitions: 5,
	async: static fn () => Bench\fetch_rounds(static function (string $url): array {
		for ($i = 0; $i < URLS; $i++) {
			$tasks[] = spawn(file_get_contents(...), $url);
		}
		return array_map(Async\await(...), $tasks);
	}),
	stock: static fn () => Bench\fetch_rounds(static function (string $url): array {
		for ($i = 0; $i < URLS; $i++) {
			$bodies[] = file_get_contents($url);
		}
		return $bodies;
	}),
	environment: Bench\serve_file(),
);
