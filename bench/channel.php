<?php
/* A message through a channel without capacity. */
declare(strict_types=1);

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/channel.php';

Bench\messages('channel', capacity: 0, count: 2_000_000, goal: ['ns' => '<= 110']);
