--TEST--
PHPStan at its highest level finds nothing in the examples of the reference that concerns the extension
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('phpstan/phpstan', 'stubs');
if (!is_dir(__DIR__ . '/../../docs/reference')) die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/stubs.inc';
require __DIR__ . '/../docs/snippets.inc';

/* Each example as a file, named after its page and line. The last one shows that the check can fail. */
$folder = __DIR__ . '/stubs/reference.tmp';
@mkdir($folder);
foreach (glob(__DIR__ . '/../../docs/reference/*.md') as $page) {
    foreach (snippets(file_get_contents($page)) as $snippet) {
        file_put_contents("$folder/" . basename($page, '.md') . "-$snippet[line].php", "<?php $snippet[code]");
    }
}
echo count(glob("$folder/*")) > 50 ? "many examples\n" : "too few examples\n";
file_put_contents("$folder/wrong.php", '<?php Async\spawn(fn() => 1)->getNames();');
foreach (phpstan(['reference.tmp']) as $found) {
    // What else it says: a channel, a group or a context without a type in its comment has values of any type.
    if (preg_match('/Async\\\\(?!.*\bmixed\b)/', $found['message'])) {
        echo "$found[file]:$found[line]: $found[message]\n";
    }
}
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/stubs/reference.tmp/*'));
@rmdir(__DIR__ . '/stubs/reference.tmp');
?>
--EXPECT--
many examples
wrong.php:1: Call to an undefined method Async\Coroutine<int>::getNames().
