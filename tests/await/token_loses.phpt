--TEST--
A token that lost the race has no effect: it throws nothing later, and the program does not wait for it (AW-11)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

$start = hrtime(true);
var_dump(await(spawn(fn() => 'fast'), timeout(3_600_000)));
$token = spawn(function () {
    delay(200);
    echo "token goes on\n";
});
var_dump(await(spawn(function () { suspend(); return 'again'; }), $token));
await($token);
unset($token);
echo "end\n";
register_shutdown_function(function () use ($start) {
    var_dump(hrtime(true) - $start < 30e9);
});
// schedules: any
?>
--EXPECT--
string(4) "fast"
string(5) "again"
token goes on
end
bool(true)
