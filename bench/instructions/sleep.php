<?php
/* 3,000 coroutines that sleep once. */
for ($k = 0; $k < 3000; $k++) {
    Async\spawn(function () {
        usleep(1000);
    });
}
