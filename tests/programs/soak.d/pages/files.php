<?php
require __DIR__ . '/together.inc';
$sums = together(...array_map(fn($i) => function () use ($i) {
    $name = tempnam(sys_get_temp_dir(), 'soak');
    file_put_contents($name, str_repeat("line $i\n", 5000));
    $sum = md5_file($name) . ' ' . count(file($name));
    unlink($name);
    return $sum;
}, range(1, 4)));
echo implode("\n", $sums), "\n";
