--TEST--
A file with __halt_compiler() is not rewritten, because its data would move (D20)
--FILE--
<?php
$file = __DIR__ . '/halt_compiler.tmp.php';
foreach (["spawn strrev('x');\n__halt_compiler(); data", "suspend; return file_get_contents(__FILE__, offset: __COMPILER_HALT_OFFSET__);\n__HALT_COMPILER(); await \$x;"] as $code) {
    file_put_contents($file, "<?php\n\n$code");
    try {
        echo include $file, "\n";
    } catch (Error $e) {
        echo $e->getLine(), ' ', $e->getMessage(), "\n";
    }
}
unlink($file);
?>
--EXPECT--
3 syntax error, unexpected identifier "strrev"
 await $x;
