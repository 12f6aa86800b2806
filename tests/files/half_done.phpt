--TEST--
No coroutine switch happens while C code is in the middle of a file: time zones of the system (D33)
--FILE--
<?php
require __DIR__ . '/storage.inc';
// A PHP with built-in time zones reads no file; Debian's PHP leaked memory when two coroutines read one at once.
on_all_storage(<<<'CODE'
use function Async\{awaitAll, spawn};

$steps = [];
$zones = function (string $name) use (&$steps) {
    foreach (['Asia/Tokyo', 'America/Lima', 'Europe/Paris'] as $zone) {
        $steps[] = "$name $zone " . (new DateTime('2024-01-01 12:00', new DateTimeZone($zone)))->format('P');
    }
};
awaitAll([spawn($zones, 'a'), spawn($zones, 'b')]);
echo implode("\n", $steps), "\n";
CODE);
?>
--EXPECT--
a Asia/Tokyo +09:00
a America/Lima -05:00
a Europe/Paris +01:00
b Asia/Tokyo +09:00
b America/Lima -05:00
b Europe/Paris +01:00
