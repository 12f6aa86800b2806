--TEST--
PHPStan at its highest level finds nothing in the examples that are no servers
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('phpstan/phpstan', 'stubs');
if (!is_dir(__DIR__ . '/../../examples')) die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
analyse_examples(fn(string $name) => !str_contains($name, 'server') && !str_contains($name, 'http') && !str_contains($name, 'supervisor'));
?>
--EXPECT--
done
