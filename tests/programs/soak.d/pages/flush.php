<?php
require __DIR__ . '/together.inc';
ob_start();
echo 'in a buffer ';
foreach (together(fn() => ask('wait 5 a'), fn() => ask('wait 10 b')) as $part) {
    echo trim($part), ' ';
    flush();
}
ob_end_flush();
flush();
echo "end\n";
