<?php
require __DIR__ . '/together.inc';
register_shutdown_function(function () {
    echo "shutdown\n";
});
echo "before\n";
together(function () {
    usleep(1000);
    exit("exit\n");
});
echo "never\n";
