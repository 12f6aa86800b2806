<?php
/* 10,000 coroutines that switch once, each awaited before the next is spawned. */
use function Async\{await, spawn, suspend};

$body = function () {
    suspend();
    return 1;
};
for ($i = 0; $i < 10000; $i++) {
    await(spawn($body));
}
