--TEST--
A dropped trigger does not affect its sources (CB-06, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, any, all, captureErrors, suspend};

$c = spawn(function () { suspend(); suspend(); return 'goes on'; });
$triggers = [any([$c, $c]), all([$c]), captureErrors($c), captureErrors(any([$c])), any([all([$c])])];
suspend();
unset($triggers);
var_dump(await($c));
?>
--EXPECT--
string(7) "goes on"
