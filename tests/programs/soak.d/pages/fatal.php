<?php
require __DIR__ . '/together.inc';
ini_set('display_errors', '0');
ini_set('memory_limit', '16M');
echo "before\n";
together(function () {
    usleep(1000);
    $text = str_repeat('x', 32 << 20);
});
echo "never\n";
