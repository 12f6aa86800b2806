--TEST--
Psalm at level 1 accepts each use of the extension in the examples
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('vimeo/psalm', 'stubs');
if (!is_dir(__DIR__ . '/../../examples')) die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
/* What else it says is of the examples: their options have no types, and their values are those of stock functions. */
$complaints = fn(string $file) => preg_grep('/Async\\\\(?!.*cannot be \S*mixed)/', explode("\n", psalm($file)));
$seen = 0;
foreach (glob(dirname(__DIR__, 2) . '/examples/*.php') as $example) {
    $seen++;
    foreach ($complaints($example) as $line) {
        echo preg_replace('~^.*/examples/~', '', $line), "\n";
    }
}
// The check itself can fail.
$wrong = __DIR__ . '/stubs/wrong_psalm_example.tmp.php';
file_put_contents($wrong, '<?php Async\spawn(fn(): int => 1)->getNames(); Async\delay("x"); Async\timeout(1, 2);');
foreach ($complaints($wrong) as $line) {
    echo strstr($line, 'error - '), "\n";
}
echo $seen > 5 ? "done\n" : "no examples\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/stubs/wrong_psalm_example.tmp.php'); ?>
--EXPECT--
error - UndefinedMethod: Method Async\Coroutine::getNames does not exist
error - InvalidScalarArgument: Argument 1 of Async\delay expects int, but 'x' provided
error - TooManyArguments: Too many arguments for Async\timeout - expecting 1 but saw 2
done
