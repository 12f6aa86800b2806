--TEST--
A script without coroutines ends as in stock PHP: order of shutdown functions and destructors, output, status (BC-01, P9, P12)
--FILE--
<?php
class D { function __destruct() { echo "destructor\n"; } }
$d = new D;
register_shutdown_function(function () { echo "first\n"; });
register_shutdown_function(function () { echo "second\n"; register_shutdown_function(fn() => print("third\n")); });
ob_start(fn($b) => "<$b>");
echo "text\n";
?>
--EXPECT--
<text
first
second
third
destructor
>
