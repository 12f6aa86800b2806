--TEST--
PHPStan at its highest level finds nothing in the examples that concerns the extension
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('phpstan/phpstan', 'stubs');
if (!is_dir(__DIR__ . '/../../examples')) die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
/* What else it says is of the examples: their options have no types, and stock functions may give false. PHP may lack redis. */
$about_async = fn(array $found) => preg_match('/Async\\\\(?!.*\bmixed\b)(?!.*Redis)/', $found['message']);
$seen = 0;
foreach (glob(__DIR__ . '/../../examples/*.php') as $example) {
    $seen++;
    // One by one: they have functions of the same names.
    $findings = phpstan(['../../../examples/' . basename($example)], '-d register_argc_argv=1');
    foreach (array_filter($findings, $about_async) as $found) {
        echo "$found[file]:$found[line]: $found[message]\n";
    }
}
echo $seen > 5 ? "done\n" : "no examples\n";
?>
--EXPECT--
done
