--TEST--
PHPStan finds a forgotten await: calls whose awaitable has a result and is thrown away, and no others
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('phpstan/phpstan', 'stubs'); ?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
$lines = file(__DIR__ . '/stubs/forgotten_await.php');
$expected = array_keys(array_filter($lines, fn($line) => str_ends_with(rtrim($line), '// found')));
$expected = array_map(fn($line) => $line + 1, $expected);
$found = phpstan(['forgotten_await.php']);
foreach ($found as $one) {
    if ($one['identifier'] !== 'async.forgottenAwait' || !in_array($one['line'], $expected, true)) {
        echo "$one[line]: $one[message] [$one[identifier]]\n";
    }
}
foreach (array_diff($expected, array_column($found, 'line')) as $line) {
    echo "$line is not found: ", $lines[$line - 1];
}
echo count($found), " found\n", $found[0]['message'], "\n", $found[0]['tip'], "\n";
var_dump(phpstan(['forgotten_await.php'], parameters: "\tasync:\n\t\tforgottenAwait: false\n"));
?>
--EXPECT--
10 found
Async\Coroutine<float> is thrown away, its result is never awaited.
Await it, or keep it for awaitAll(). If the result has no use, let the callable return nothing: spawn(function (): void { ... })
array(0) {
}
