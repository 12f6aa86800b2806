--TEST--
PHPStan with the stubs finds nothing in the examples: six at the highest level, all at the level that checks arguments
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('phpstan/phpstan', 'stubs');
if (!is_dir(__DIR__ . '/../../examples')) die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
// PHPStan believes in $argv where this setting is on, which is off by default from PHP 8.5 on; the CLI sets $argv anyway.
const ARGUMENTS = '-d register_argc_argv=1';
// Of the others, the arrays of options have no types.
const HIGHEST = ['crawler.php', 'http-hello.php', 'prefork-server.php', 'queue-worker.php', 'queue-workers.php', 'supervisor.php'];
foreach (glob(__DIR__ . '/../../examples/*.php') as $example) {
    $name = basename($example);
    // One by one: they have functions of the same names. PHP may lack redis.
    $level = in_array($name, HIGHEST, true) ? 'max' : '5';
    foreach (phpstan(["../../../examples/$name"], ARGUMENTS, level: $level) as $found) {
        if (!str_contains($found['message'], 'unknown class Redis')) {
            echo "$name:$found[line]: $found[message]\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
