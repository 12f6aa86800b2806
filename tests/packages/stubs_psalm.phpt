--TEST--
Psalm at level 1 knows the types of results by the stubs that its plugin registers
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('vimeo/psalm', 'stubs'); ?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
$root = dirname(__DIR__, 2);
function psalm(string $file): string
{
    global $root;
    return run_analyser('psalm', '--no-progress --no-cache --threads=1 --output-format=text --config=psalm.xml', [
        'load.php' => "<?php\n" . autoloader($root),
        'assert.phpstub' => '<?php namespace PHPStan\Testing; function assertType(string $type, mixed $value): void {}',
        'psalm.xml' => '<?xml version="1.0"?>
            <psalm errorLevel="1" findUnusedCode="false" xmlns="https://getpsalm.org/schema/config">
            <projectFiles><file name="' . $file . '"/></projectFiles>
            <stubs><file name="assert.phpstub"/></stubs>
            <plugins><pluginClass class="Async\Stubs\Psalm\Plugin"/></plugins></psalm>',
    ], '-d auto_prepend_file=load.php');
}
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
