--TEST--
Every PHP snippet in README.md and docs/ runs and prints what the text shows (issue 2: docs)
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../README.md')) die('skip the documents are not here');
?>
--FILE--
<?php
require __DIR__ . '/snippets.inc';
$root = dirname(__DIR__, 2);
// Were any snippets found?
var_dump(check_snippets(["$root/README.md", ...glob("$root/docs/*.md")], __DIR__ . '/snippets.tmp') > 10);
?>
--CLEAN--
<?php
require __DIR__ . '/snippets.inc';
remove_snippets(__DIR__ . '/snippets.tmp');
?>
--EXPECT--
bool(true)
