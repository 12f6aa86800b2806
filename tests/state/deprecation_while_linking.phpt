--TEST--
Errors that opcache records while it links a class stay with that class: their handler cannot switch there (architecture, Engine state)
--SKIPIF--
<?php
require dirname(__DIR__) . '/inc/child.php';
if (!is_at_hand('opcache')) die('skip needs opcache');
?>
--FILE--
<?php
require dirname(__DIR__) . '/inc/child.php';
$file = __DIR__ . '/deprecation_while_linking.inc.php';
// Offset without a return type is deprecated; PHP finds that when it links the class.
file_put_contents($file, '<?php class Counted implements Countable { function count() { return 0; } }');
show_php('linking', '
    use function Async\{spawn, suspend};
    set_error_handler(function ($n, $message) {
        echo strtok($message, " "), " handled\n";
        suspend();
        return true;
    });
    $other = spawn(function () { for ($i = 0; $i < 3; $i++) { trigger_error("other"); suspend(); } });
    spawn(function () { require "' . $file . '"; echo get_class(new Counted), "\n"; });
', loading('opcache') . '-d opcache.enable_cli=1');
unlink($file);
?>
--EXPECT--
-- linking
other handled
Return handled
Counted
other handled
other handled
status 0
