--TEST--
The main script is watched from the first async call on, not before it, and not in shutdown functions
--INI--
async.max_activity_interval=20
--FILE--
<?php
use function Async\spawn;

function busy(): void { for ($end = hrtime(true) + 2e8; hrtime(true) < $end;); }

set_error_handler(function (int $type, string $text) {
    $GLOBALS['warned'] = true;
    echo preg_replace(['/than \d+/', '/at \S+\//', '/ \S+\/(?=main.php)/', '/hrtime\(\) < /'], ['than N', 'at ', ' ', ''], $text), "\n";
    return true;
});
register_shutdown_function(function () {
    busy();
    echo "end\n";
});
$warned = false;
busy();
echo "started\n";
$handle = spawn(fn() => 1);
for ($end = hrtime(true) + 30e9; !$warned && hrtime(true) < $end;);
?>
--EXPECT--
started
Coroutine #1 spawned at main.php:18 has held the thread for more than N ms, now at main.php:19: {main} main.php:19
end
