--TEST--
An iterator can suspend between its elements: a coroutine that completes meanwhile is not missed (CB-07, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, all, any, suspend, delay};

$slow = function () {
    foreach (['a', 'b', 'c'] as $name) {
        yield $name => spawn(fn() => strtoupper($name));
        suspend();
        delay(1);
    }
};
echo json_encode(await(all($slow()))), "\n";
$any = any($slow());
echo await($any), await($any), await($any), "\n";
?>
--EXPECT--
{"a":"A","b":"B","c":"C"}
ABC
