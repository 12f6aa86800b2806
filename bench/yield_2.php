<?php
/* A turn among two coroutines. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/yield.php';

Bench\yield_among(2, turns: 4_000_000, goal: ['ns' => '<= 60', 'ratio.ns' => '<= 0.75']);
