<?php
/* A turn among ten thousand coroutines. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/yield.php';

Bench\yield_among(10000, turns: 4_000_000, goal: ['median' => '<= 120', 'ratio' => '<= 0.769']);
