<?php
require_once __DIR__ . '/library.php';
require_once __DIR__ . '/alone.php';
Async\spawn(function () {
    echo 'others ran, ';
});
echo alone(), ', ', Library\Task::run(), ', ', Library\work(), "\n";
$status = opcache_get_status();
foreach (['main', 'library', 'alone'] as $name) {
    echo $name, isset($status['scripts'][__DIR__ . "/$name.php"]) || opcache_is_script_cached(__DIR__ . "/$name.php") ? ' cached ' : ' not cached ';
}
echo "\n";