--TEST--
Sources that were complete before the trigger was made count as usual (CB-01, CB-02, CB-03, D23)
--FILE--
<?php
use function Async\{spawn, await, any, all, anyOf, suspend};

[$a, $b, $bad] = [spawn(fn() => 'A'), spawn(fn() => 'B'), spawn(fn() => throw new Exception('old error'))];
try {
    await($bad);
} catch (Exception) {
}
await($b);
echo json_encode(await(all([$a, $b]))), json_encode(await(anyOf(1, [$b, $a]))), await(any([$b, $a])), "\n";
try {
    await(any([$bad, $a]));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
["A","B"]["B"]B
old error
