--TEST--
A fatal error in a coroutine while the main script waits, in Fibers too: shutdown functions use what it waited for (D16, P7)
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
require __DIR__ . '/waits_of_main.inc';

$fails = <<<'CODE'
    spawn(function () use (&$others, $wait) {
        delay(5);
        $others[] = spawn($wait);
        suspend();
        suspend();
        $others[0]->cancel();
        $others[1]->cancel();
        @trigger_error('fatal', E_USER_ERROR);
    });
    CODE;
foreach ($cases as $name => [$wait, $use]) {
    foreach (getenv('ASYNC_TEST_TOOL') ? [1] : [0, 1, 2] as $fibers) {
        [$output, $status] = $run($wait, $use, $fibers, $fails);
        if ($status !== 255 || !preg_match('/^\s*Fatal error: fatal.*\nused\n$/s', $output)) {
            echo "$name in $fibers Fibers: BROKEN, status $status: $output\n";
        }
    }
}
waits_of_main_end($folder);
echo count($cases), " waits\n";
?>
--EXPECT--
26 waits
