--TEST--
The main script is watched from the first async call on, not before it, and not in shutdown functions
--INI--
async.max_activity_interval=20
--FILE--
<?php
use function Async\{spawn, suspend};

function busy(): void { for ($end = hrtime(true) + 2e8; hrtime(true) < $end;); }

set_error_handler(function (int $type, string $text) {
    $text = preg_replace(['/than \d+/', '/at \S+\//', '/ \S+\/(?=main.php)/', '/hrtime\(\) < /'], ['than N', 'at ', ' ', ''], $text);
    if ($GLOBALS['looks']) {
        $GLOBALS['warning'] = $text;
    } else {
        echo $text, "\n";
    }
    return true;
});
register_shutdown_function(function () {
    busy();
    echo "end\n";
});
$looks = false;
busy();
echo "started\n";
$looks = true;
$warning = '';
$handle = spawn(fn() => 1);
for ($tries = 0; $tries < 20; $tries++) {
    for ($end = hrtime(true) + 30e9; !$warning && hrtime(true) < $end;);
    if (str_contains($warning, 'now at main.php:26')) {
        break;
    }
    // On a busy machine it came before the loop. There is one for each time that a coroutine runs.
    $warning = '';
    suspend();
}
echo $warning, "\n";
// On a slow machine the first run of a coroutine is long enough for a warning of its own.
Async\await($handle);
$looks = false;
?>
--EXPECT--
started
Coroutine #1 spawned at main.php:24 has held the thread for more than N ms, now at main.php:26: {main} main.php:26
end
