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
    class Asks
    {
        public function __construct(string $way)
        {
            foreign_ask($way, strrev(strtolower('QUESTION')), fn() => usleep(60000));
        }
    }
    function asks(string $way) { return foreign_ask(strtolower($way), 'question', function () { usleep(60000); return 1; }); }
    $ways = [
        fn() => asks('USLEEP'),
        fn() => asks('a stream'),
        fn() => asks('a callback'),
        fn() => new Asks('usleep'),
        function () { $end = hrtime(true) + 60e6; while (hrtime(true) < $end) { } },
    ];
    foreach ($ways as $way) {
        Async\await(Async\spawn($way));
    }
    CODE;
$extension = '-d async.max_activity_interval=10 -d extension=' . escapeshellarg(foreign_extension('foreign'));
echo run_php($code, $extension)[0];
?>
--EXPECT--
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
foreign_ask() of the extension foreign waits in place (async.hook_extensions)
no extension
