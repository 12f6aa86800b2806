--TEST--
After main ends, the other coroutines run to their end, then shutdown functions and destructors run, then output is flushed (D14, ED-04, P12)
--FILE--
<?php
use function Async\{spawn, delay, suspend};

class D { function __construct(public $n) {} function __destruct() { echo "destructor {$this->n}\n"; } }
$global = new D('global');
register_shutdown_function(function () { echo "shutdown 1\n"; });
spawn(function () {
    $local = new D('local');
    suspend();
    register_shutdown_function(function () { echo "shutdown 2, registered in a coroutine\n"; });
    spawn(function () { delay(2); echo "grandchild\n"; });
    echo "child\n";
});
ob_start();
echo "buffered\n";
echo "main ends\n";
?>
--EXPECT--
child
destructor local
grandchild
buffered
main ends
shutdown 1
shutdown 2, registered in a coroutine
destructor global
