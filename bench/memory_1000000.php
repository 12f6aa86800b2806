<?php
/* Memory of a million coroutines that sleep. Needs about 5 GiB. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/memory.php';

if (getenv('BENCH_PART') === false && Bench\free_memory() < 6 * 2 ** 30) {
	Bench\skip('memory_1000000', 'less than 6 GiB of memory are free');
}
Bench\memory_of(1_000_000, repetitions: 1);
