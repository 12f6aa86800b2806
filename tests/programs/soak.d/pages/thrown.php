<?php
require __DIR__ . '/together.inc';
ini_set('display_errors', '0');
try {
    together(function () {
        usleep(1000);
        throw new RuntimeException('caught');
    });
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
throw new LogicException('uncaught');
