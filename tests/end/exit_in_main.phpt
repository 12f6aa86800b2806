--TEST--
exit in main with coroutines in every state: none goes on, no finally block runs, objects are destroyed, status kept (D15, P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('states', <<<'PHP'
class D { function __construct(public $n) {} function __destruct() { echo "destructor {$this->n}\n"; } }
register_shutdown_function(function () { echo "shutdown\n"; });
Async\spawn(function () { $d = new D('sleeping'); try { Async\delay(100000); } finally { echo "never\n"; } });
Async\spawn(function () { $d = new D('yielding'); try { while (true) Async\suspend(); } finally { echo "never\n"; } });
Async\spawn(function () { $d = new D('protected'); Async\protect(function () { try { Async\delay(100000); } finally { echo "never\n"; } }); });
Async\spawn(function () { $d = new D('in callback'); array_map(function () { Async\delay(100000); }, [1, 2]); });
Async\spawn(function () { $d = new D('in generator'); foreach ((function () { try { yield Async\delay(100000); } finally { echo "never\n"; } })() as $x); });
Async\spawn(function () { throw new Exception('not awaited'); });
Async\spawn(function () { $d = new D('buffer'); ob_start(); echo "unflushed text of a coroutine\n"; Async\delay(100000); });
Async\suspend();
Async\spawn(function () { echo "never\n"; });
exit(3);
PHP);
?>
--EXPECT--
-- states
destructor sleeping
destructor yielding
destructor protected
destructor in callback
destructor in generator
shutdown
status 3
