<?php
/* 4,000 queries of two coroutines that share a PDO connection. */
use function Async\spawn;

$pdo = new PDO("sqlite::memory:");
for ($k = 0; $k < 2; $k++) {
    spawn(function () use ($pdo) {
        for ($i = 0; $i < 2000; $i++) {
            $pdo->query("select 1")->fetch();
        }
    });
}
