--TEST--
0 to 12 free descriptors at each first use: the answer of stock PHP, or an exception that names the limit (quality "Bad input")
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits descriptors');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach ([0, 1, 2, 3, 4, 5, 6, 7, 9, 12] as $left) {
    [$output] = run_php('require ' . var_export(__DIR__ . '/scarce.inc', true) . ";\$left = $left;" . <<<'PHP'
    ob_start();
    (new ReflectionExtension('async'))->info();
    preg_match('/libuv\D+([\d.]+)/', ob_get_clean(), $libuv);
    // From this version on a loop has a ring, when there is a descriptor for it.
    define('LOOP', version_compare($libuv[1], '1.49') < 0 ? 6 : 7);
    $leave = fn(int $left) => function () use ($left) {
        $all = [];
        while ($f = @fopen('/dev/null', 'r')) {
            $all[] = $f;
        }
        for ($i = 0; $i < $left; $i++) {
            array_pop($all);
        }
        // They stay open to the end.
        $GLOBALS['taken'] = $all;
    };
    scarce_table("$left left", $leave($left), $left >= LOOP ? $leave($left - LOOP) : null);
    PHP, '', 'ulimit -n 64;');
    // Shells that find no descriptor for their libraries.
    echo preg_replace('/^sh: .*\n/m', '', $output);
}
?>
--EXPECT--
0 left: right
1 left: right
2 left: right
3 left: right
4 left: right
5 left: right
6 left: right
7 left: right
9 left: right
12 left: right
