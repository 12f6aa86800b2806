<?php
/* 12,000 times lock and unlock, wanted by four coroutines. */
use function Async\{spawn, suspend};

$mutex = new Async\Mutex;
for ($k = 0; $k < 4; $k++) {
    spawn(function () use ($mutex) {
        for ($i = 0; $i < 3000; $i++) {
            $mutex->lock();
            suspend();
            $mutex->unlock();
        }
    });
}
