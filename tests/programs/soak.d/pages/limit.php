<?php
require __DIR__ . '/together.inc';
ini_set('display_errors', '0');
set_time_limit(1);
echo "before\n";
together(function () {
    while (true) {
        md5('x');
    }
});
echo "never\n";
