--TEST--
Every example of the reference, docs/reference/, runs and prints what its page shows (issue 21)
--SKIPIF--
<?php
if (!is_dir(__DIR__ . '/../../docs/reference')) die('skip the documents are not here');
?>
--FILE--
<?php
require __DIR__ . '/snippets.inc';
$root = dirname(__DIR__, 2);
// Were any snippets found?
var_dump(check_snippets(glob("$root/docs/reference/*.md"), __DIR__ . '/examples.tmp') > 50);
?>
--CLEAN--
<?php
require __DIR__ . '/snippets.inc';
remove_snippets(__DIR__ . '/examples.tmp');
?>
--EXPECT--
bool(true)
