<?php
/* Memory of a million coroutines that sleep. Needs about 5 GiB. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/memory.php';

Bench\memory_of(1_000_000, repetitions: 1);
