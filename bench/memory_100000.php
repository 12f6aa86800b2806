<?php
/* Memory of 100,000 coroutines that sleep. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/memory.php';

Bench\memory_of(100_000, repetitions: 3);
