--TEST--
PHPStan at its highest level knows the types of results by the stubs, with and without the extension
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('phpstan/phpstan', 'stubs'); ?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
$extension = ini_get_all('async') ? '-d extension=' . escapeshellarg(getenv('ASYNC_TEST_SO') ?: loaded_from()) : '';
/** The file that the extension of this process comes from. */
function loaded_from(): string
{
    preg_match('~\S*/async\.so$~m', (string) @file_get_contents('/proc/self/maps'), $m);
    return $m[0] ?? 'async';
}
foreach (['', $extension] as $options) {
    foreach (phpstan(['inference.php'], $options) as $found) {
        echo "$options $found[file]:$found[line]: $found[message]\n";
    }
}
// The check itself can fail.
$wrong = __DIR__ . '/stubs/wrong.tmp.php';
file_put_contents($wrong, '<?php /** @param Async\Channel<int> $c */ function f(Async\Channel $c): void { $c->send("x"); }');
echo phpstan([basename($wrong)])[0]['message'], "\n";
unlink($wrong);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/stubs/wrong.tmp.php'); ?>
--EXPECT--
Parameter #1 $value of method Async\Channel<int>::send() expects int, string given.
