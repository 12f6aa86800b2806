--TEST--
async.syntax=0 turns the keywords off and cannot be changed later; the keywords are also off under zend.multibyte (D20)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('on', 'echo await spawn strrev("no"), "\n"; var_dump(ini_get("async.syntax"), ini_set("async.syntax", "0"));');
show_php('off', "\nspawn strrev('no');", '-d async.syntax=0');
show_php('off, suspend', "\nsuspend;", '-d async.syntax=0');
show_php('off, functions', 'echo Async\await(Async\spawn("strrev", "no")), "\n";', '-d async.syntax=0');
show_php('off, transform', 'echo Async\Syntax\transform("<?php spawn f();");', '-d async.syntax=0');
show_php('multibyte', "\nspawn strrev('no');", '-d zend.multibyte=1');
?>
--EXPECT--
-- on
on
string(1) "1"
bool(false)
status 0
-- off

Parse error: syntax error, unexpected identifier "strrev" in Standard input code on line 1
status 255
-- off, suspend

Fatal error: Uncaught Error: Undefined constant "suspend" in Standard input code:1
Stack trace:
#0 {main}
  thrown in Standard input code on line 1
status 255
-- off, functions
on
status 0
-- off, transform
<?php \Async\spawn(f(...));
status 0
-- multibyte

Parse error: syntax error, unexpected identifier "strrev" in Standard input code on line 1
status 255
