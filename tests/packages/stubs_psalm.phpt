--TEST--
Psalm at level 1 knows the types of results by the stubs that its plugin registers
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('vimeo/psalm', 'stubs'); ?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
echo psalm(__DIR__ . '/stubs/inference.php');
// The check itself can fail.
$wrong = __DIR__ . '/stubs/wrong_psalm.tmp.php';
file_put_contents($wrong, '<?php /** @param Async\Channel<int> $c */ function f(Async\Channel $c): void { $c->send("x"); }');
echo strstr(psalm($wrong), 'error - ');
?>
--CLEAN--
<?php @unlink(__DIR__ . '/stubs/wrong_psalm.tmp.php'); ?>
--EXPECT--
error - InvalidArgument: Argument 1 of Async\Channel::send expects int, but 'x' provided
