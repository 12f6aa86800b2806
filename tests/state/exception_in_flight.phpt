--TEST--
A wait in a destructor or finally block leaves the exception that is being thrown unchanged, for every coroutine (CO-04, P7)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class D {
    function __construct(private $name) {}
    function __destruct() {
        echo "{$this->name} destructor\n";
        suspend();
        try { throw new LogicException('inner'); } catch (LogicException) {}
        delay(1);
    }
}
function fails($name) {
    $d = new D($name);
    try {
        suspend();
        throw new Exception("from $name");
    } finally {
        suspend();
        try { await(spawn(fn() => throw new Exception('other'))); } catch (Exception $e) { echo "$name: {$e->getMessage()}\n"; }
    }
}
$cs = array_map(fn($n) => spawn('fails', $n), ['a', 'b']);
$quiet = spawn(function () { for ($i = 0; $i < 8; $i++) suspend(); return 'untouched'; });
foreach ($cs as $c) {
    try { await($c); } catch (Exception $e) { echo $e->getMessage(), ', previous ', var_export($e->getPrevious()?->getMessage(), true), "\n"; }
}
echo await($quiet), "\n";
?>
--EXPECT--
a: other
a destructor
b: other
b destructor
from a, previous NULL
from b, previous NULL
untouched
