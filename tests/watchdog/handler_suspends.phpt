--TEST--
The user's error handler for the warning can wait, set the interval and call exit()
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$start = <<<'PHP'
use function Async\{spawn, await, suspend, delay};
function busy() { for ($end = hrtime(true) + 30e9; !$GLOBALS['seen'] && hrtime(true) < $end;); }
$seen = 0;

PHP;
$ini = '-d async.max_activity_interval=20';
show_php('waits', $start . <<<'PHP'
set_error_handler(function () { $GLOBALS['seen']++; delay(300); echo "waited\n"; return true; });
$other = spawn(function () { delay(5); echo "other\n"; });
suspend();
await(spawn('busy'));
PHP, $ini);
show_php('turns it off', $start . <<<'PHP'
set_error_handler(function () { $GLOBALS['seen']++; ini_set('async.max_activity_interval', 0); return true; });
await(spawn('busy'));
await(spawn(function () { for ($end = hrtime(true) + 3e8; hrtime(true) < $end;); }));
echo $seen, "\n";
PHP, $ini);
show_php('exit', $start . <<<'PHP'
set_error_handler(function () { exit(3); });
register_shutdown_function(fn() => print("shutdown\n"));
await(spawn('busy'));
PHP, $ini);
?>
--EXPECT--
-- waits
other
waited
status 0
-- turns it off
1
status 0
-- exit
shutdown
status 3
