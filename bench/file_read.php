<?php
/* A file of 64 KiB in the page cache: file_get_contents() repeatedly, and fopen() alone. Both parts take turns many
 * times, so that other load of the machine affects both equally. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';

const SIZE = 65_536;
const READS = 20_000;

/** Microseconds for each call. */
function measure(): array
{
	$file = tempnam(sys_get_temp_dir(), 'bench');
	try {
		file_put_contents($file, random_bytes(SIZE));
		$reads = static function () use ($file) {
			for ($i = 0; $i < READS; $i++) {
				file_get_contents($file);
			}
		};
		$opens = static function () use ($file) {
			for ($i = 0; $i < READS; $i++) {
				fclose(fopen($file, 'r'));
			}
		};
		$reads();
		return [
			'us' => Bench\time_each(READS, $reads) / 1000,
			'open' => Bench\time_each(READS, $opens) / 1000,
		];
	} finally {
		unlink($file);
	}
}

Bench\compare(
	scenario: 'file_read',
	unit: 'us',
	goal: ['ratio.us' => '<= 1.05'],
	repetitions: 15,
	async: static function (): array {
		Async\suspend();
		return measure();
	},
	stock: measure(...),
);
