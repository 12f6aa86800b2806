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
    $said = null;
    set_error_handler(function (int $type, string $text) use (&$said) {
        $said = preg_match('/; (.*)$/', $text, $found) ? $found[1] : 'no extension';
        return true;
    });
    function wait() { usleep(WAIT); }
    define('WAIT', (int) getenv('FOREIGN_WAIT_MS') * 1000);
    // The watchdog must strike in the wait: a run in which the machine held up the way there or back does not count,
    // nor one in which it held up the watchdog until the wait was over.
    define('OTHER_MAX', ini_get('async.max_activity_interval') * 1e6);
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
        for ($tries = 1; $tries <= 40; $tries++) {
            $said = null;
            $from = hrtime(true);
            Async\await(Async\spawn($way));
            if ($said !== null && hrtime(true) - $from - WAIT * 1e3 < OTHER_MAX) break;
        }
        echo $said ?? 'no warning', "\n";
    }
    CODE;
// Under a tool a call into a module takes long.
[$interval, $wait] = getenv('ASYNC_TEST_TOOL') ? [400, 1000] : [20, 80];
putenv("FOREIGN_WAIT_MS=$wait");
// The interrupt of the function JIT does not tell which call has just returned.
$extension = "-d opcache.jit=off -d async.max_activity_interval=$interval -d extension=" . escapeshellarg(foreign_extension('foreign'));
echo run_php($code, $extension)[0];
?>
--EXPECT--
foreign_ask() of the extension foreign, in which waits block (async.hook_extensions)
foreign_ask() of the extension foreign, in which waits block (async.hook_extensions)
foreign_ask() of the extension foreign, in which waits block (async.hook_extensions)
foreign_ask() of the extension foreign, in which waits block (async.hook_extensions)
no extension
