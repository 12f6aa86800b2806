--TEST--
After a fatal error shutdown functions find the context unchanged; no destructor runs (CX-06, CX-16)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$class = 'class D { function __destruct() { echo "never\n"; } } Async\currentContext()->set("a", "kept")->set("d", new D); Async\coroutineContext()->set("d", new D);'
    . 'register_shutdown_function(fn() => print(Async\currentContext()->find("a") . "\n"));';
show_php('in a coroutine', $class . 'Async\spawn(function () { Async\coroutineContext()->set("d", new D); eval("class D {}"); }); Async\delay(5);', '-d display_errors=0');
show_php('in main', $class . 'eval("class D {}");', '-d display_errors=0');
?>
--EXPECT--
-- in a coroutine
kept
status 255
-- in main
kept
status 255
