--TEST--
The watchdog names a function whose extension waits in place, also when PHP code that it calls waits (D42)
--SKIPIF--
<?php
require __DIR__ . '/../hooks/slots.inc';
skip_without_slots();
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../hooks/slots.inc';

$code = <<<'CODE'
    set_error_handler(function (int $type, string $text) {
        echo preg_match('/; (.*)$/', $text, $found) ? $found[1] : 'no extension', "\n";
        return true;
    });
    function wait() { usleep(WAIT); }
    define('WAIT', (int) getenv('FOREIGN_WAIT_MS') * 1000);
    class Asks
    {
        public function __construct(string $way)
        {
            foreign_ask($way, strrev(strtolower('QUESTION')), fn() => wait());
        }
    }
    function asks(string $way) { return foreign_ask(strtolower($way), 'question', function () { wait(); return 1; }); }
    $ways = [
        fn() => asks('USLEEP'),
        fn() => asks('a stream'),
        fn() => asks('a callback'),
        fn() => new Asks('usleep'),
        function () { $end = hrtime(true) + WAIT * 1e3; while (hrtime(true) < $end) { } },
    ];
    foreach ($ways as $way) {
        Async\await(Async\spawn($way));
    }
    CODE;
// Under a tool a call into a module takes long: the watchdog must strike in the wait, not before it.
[$interval, $wait] = getenv('ASYNC_TEST_TOOL') ? [400, 1000] : [10, 60];
putenv("FOREIGN_WAIT_MS=$wait");
$extension = "-d async.max_activity_interval=$interval -d extension=" . escapeshellarg(foreign_extension('foreign'));
echo run_php($code, $extension)[0];
?>
--EXPECT--
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
no extension
