--TEST--
Keyword forms in files within a phar, in a plain, a compressed and a tar archive (SY-25)
--EXTENSIONS--
phar
--INI--
phar.readonly=0
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$base = __DIR__ . '/phar_tmp';
foreach (['plain.phar' => Phar::PHAR, 'tar.phar.tar' => Phar::TAR] as $name => $format) {
    $phar = new Phar("$base.$name");
    $phar = $format === Phar::PHAR ? $phar : $phar->convertToExecutable($format, Phar::NONE, '.phar.tar2');
    $phar['main.php'] = "<?php\nrequire __DIR__ . '/inner.php';\necho await spawn {\n    return basename(__FILE__) . __LINE__;\n}, \"\\n\";\n";
    $phar['inner.php'] = "<?php\nspawn { echo 'inner ', __LINE__, \"\\n\"; }\nawait spawned;\n";
    $phar['broken.php'] = "<?php\n\nspawn;\nspawn f();\n";
    $phar->setStub("<?php\nPhar::mapPhar('x.phar');\nrequire 'phar://x.phar/main.php';\n__HALT_COMPILER();");
    if ($format === Phar::PHAR && Phar::canCompress(Phar::GZ)) {
        $phar->compressFiles(Phar::GZ);
    }
    $path = $phar->getPath();
    unset($phar);
    [$output, $status] = run_php("require '$path'; try { include 'phar://$path/broken.php'; } catch (ParseError \$e) { echo basename(\$e->getFile()), ' ', \$e->getLine(), \"\\n\"; }");
    echo $output, $status, "\n";
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/phar_tmp.*'));
?>
--EXPECT--
inner 2
main.php4
broken.php 3
0
inner 2
main.php4
broken.php 3
0
