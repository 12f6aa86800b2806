<?php
/* A turn among ten thousand coroutines. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/yield.php';

Bench\yield_among(10000, turns: 4_000_000, goal: ['ns' => '<= 120', 'ratio.ns' => '<= 0.594']);
