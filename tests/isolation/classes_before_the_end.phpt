--TEST--
Classes that one isolation has loaded just before the program ends have its statics for its destructors, and those of the others for theirs
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$common = '
    use Async\Scope;
    use function Async\{await, delay, spawn, suspend};
    class Shows {
        static $who = "main";
        function __construct(public string $of) {}
        function __destruct() {
            $seen = [self::$who => true];
            for ($i = $classes = 0; $i < 120; $i++) {
                if (!class_exists("Loaded$i", false)) continue;
                $classes++;
                $seen["Loaded$i"::$who . ("Loaded$i"::count(0) > 5 ? " counted" : "")] = true;
            }
            if (DECLARES) declare_classes(100, 120, $this->of);
            echo "$this->of: $classes classes, ", implode(", ", array_keys($seen)), "\n";
        }
    }
    const DECLARES = %d;
    function declare_classes(int $from, int $to, string $who) {
        for ($i = $from; $i < $to; $i++) {
            if (!class_exists("Loaded$i", false)) eval("class Loaded$i { static \$who = \'default\' . PHP_OS; static function count(\$by) { static \$n = 5; return \$n += \$by; } }");
        }
        mark($from, $to, $who);
    }
    function mark(int $from, int $to, string $who) {
        for ($i = $from; $i < $to; $i++) {
            if (!class_exists("Loaded$i", false)) continue;
            "Loaded$i"::$who = $who;
            "Loaded$i"::count(strlen($who));
        }
    }
    $wait = function (string $who, int $classes) {
        $local = new Shows($who);
        Shows::$who = $who;
        mark(0, 100, $who);
        declare_classes(0, $classes, $who);
        delay(100000);
    };
    $one = Scope::isolated(); $two = Scope::isolated(); $three = Scope::isolated();
    $three->spawn($wait, "three", 1);
    suspend();
    $one->spawn($wait, "one", 40);
    $two->spawn($wait, "two", 100);
    suspend();
    register_shutdown_function(function () { new Shows("at the end of main"); });
';
$ends = [
    'exit' => 'exit(0);',
    'exit after a declaration' => 'declare_classes(100, 110, "main"); exit(0);',
    'exit in a coroutine' => 'spawn(function () { exit(0); }); delay(100000);',
    'exit in an isolation' => '$two->spawn(function () { exit(0); }); delay(100000);',
    'an exception' => 'throw new Exception;',
    'an exception in an isolation' => '$three->spawn(function () { throw new Exception; }); delay(100000);',
    'disposed' => '$one->dispose(); $two->dispose(); $three->dispose();',
    'graceful shutdown' => 'Async\graceful_shutdown();',
];
foreach ($ends as $name => $end) {
    foreach ([0, 1] as $declares) {
        [$output, $status] = run_php(sprintf($common, $declares) . $end, '-d display_errors=0 -d log_errors=0');
        echo "-- $name", $declares ? ', destructors declare more' : '', "\n", str_replace(PHP_OS, '', $output);
        if (!in_array($status, [0, 255])) echo "status $status\n";
    }
}
?>
--EXPECT--
-- exit
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- exit, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
-- exit after a declaration
one: 110 classes, one, one counted, default
two: 110 classes, two, two counted, default
three: 110 classes, three, three counted, default
at the end of main: 110 classes, main, default, main counted
-- exit after a declaration, destructors declare more
one: 110 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default, main counted
-- exit in a coroutine
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- exit in a coroutine, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
-- exit in an isolation
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- exit in an isolation, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
-- an exception
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- an exception, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
-- an exception in an isolation
three: 100 classes, three, three counted, default
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
at the end of main: 100 classes, main, default
-- an exception in an isolation, destructors declare more
three: 100 classes, three, three counted, default
one: 120 classes, one, one counted, default
two: 120 classes, two, two counted, default
at the end of main: 120 classes, main, default
-- disposed
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- disposed, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
-- graceful shutdown
one: 100 classes, one, one counted, default
two: 100 classes, two, two counted
three: 100 classes, three, three counted, default
at the end of main: 100 classes, main, default
-- graceful shutdown, destructors declare more
one: 100 classes, one, one counted, default
two: 120 classes, two, two counted, default
three: 120 classes, three, three counted, default
at the end of main: 120 classes, main, default
