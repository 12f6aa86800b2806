<?php
/* 10,000 times select() over 10 channels, of which one gets a value meanwhile; then over 10 that all have one. */
use function Async\{select, spawn};

$channels = array_map(fn() => new Async\Channel(0), range(1, 10));
spawn(function () use ($channels) {
    for ($i = 0; $i < 10000; $i++) {
        $channels[$i % 10]->send($i);
    }
});
for ($i = 0; $i < 10000; $i++) {
    select($channels);
}
$channels = array_map(fn() => new Async\Channel(1000), range(1, 10));
for ($i = 0; $i < 10000; $i++) {
    $channels[$i % 10]->send($i);
}
for ($i = 0; $i < 10000; $i++) {
    select($channels);
}
