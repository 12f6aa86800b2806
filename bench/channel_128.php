<?php
/* A message through a channel of 128 slots. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/channel.php';

Bench\messages('channel_128', capacity: 128, count: 2_000_000, goal: ['ns' => '<= 50']);
