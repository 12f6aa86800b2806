--TEST--
The table of docs/syntax.md: each keyword form becomes the call in the same row (issue 7: docs)
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../docs/syntax.md')) die('skip the documents are not here');
?>
--FILE--
<?php
preg_match_all('/^\| `(.+?)` \| `(.+)` \|$/m', file_get_contents(__DIR__ . '/../../docs/syntax.md'), $rows, PREG_SET_ORDER);
foreach ($rows as [, $form, $call]) {
    // The rows whose call PHP can parse.
    $result = Async\Syntax\transform("<?php await \$x; $form");
    if ($result !== "<?php \\Async\\Syntax\\await(\$x); $call") {
        echo "$form\n  becomes $result\n";
    }
    // The call must be valid PHP.
    try {
        eval("if (false) { class C { function m() { $call } } }");
    } catch (ParseError $e) {
        echo "$call\n  {$e->getMessage()}\n";
    }
}
var_dump(count($rows) > 20);
?>
--EXPECT--
bool(true)
