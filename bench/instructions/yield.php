<?php
/* 50,000 switches among ten coroutines. */
use function Async\{spawn, suspend};

for ($k = 0; $k < 10; $k++) {
    spawn(function () {
        for ($i = 0; $i < 5000; $i++) {
            suspend();
        }
    });
}
