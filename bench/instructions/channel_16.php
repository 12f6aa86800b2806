<?php
/* 20,000 values through a channel with 16 slots. */
use function Async\spawn;

$channel = new Async\Channel(16);
spawn(function () use ($channel) {
    for ($i = 0; $i < 20000; $i++) {
        $channel->send($i);
    }
    $channel->close();
});
spawn(function () use ($channel) {
    foreach ($channel as $value);
});
