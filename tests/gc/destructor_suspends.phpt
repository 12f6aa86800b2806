--TEST--
Destructors can suspend: in a GC run, at unset(), in several coroutines during GC at once (architecture "GC", P8)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Node {
    public $self;
    public static $count = 0;
    function __construct() { $this->self = $this; }
    function __destruct() { suspend(); delay(1); self::$count++; suspend(); }
}
function garbage($n) { for ($i = 0; $i < $n; $i++) new Node; }
garbage(10);
$other = spawn(function () { garbage(10); gc_collect_cycles(); return Node::$count >= 10; });
$third = spawn(function () { for ($i = 0; $i < 20; $i++) suspend(); gc_collect_cycles(); return 'collects too'; });
gc_collect_cycles();
await($other);
echo await($third), "\n";
gc_collect_cycles();
var_dump(Node::$count);
// schedules: any
?>
--EXPECT--
collects too
int(20)
