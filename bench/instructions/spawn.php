<?php
/* 20,000 coroutines that return at once, awaited in groups. */
use function Async\{await, spawn};

$nothing = function () {};
for ($round = 0; $round < 20; $round++) {
    $coroutines = [];
    for ($i = 0; $i < 1000; $i++) {
        $coroutines[] = spawn($nothing);
    }
    array_map(await(...), $coroutines);
}
