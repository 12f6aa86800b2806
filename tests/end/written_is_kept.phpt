--TEST--
What a coroutine has begun to write is written completely, however the process ends (P5, D15)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

const MIB = 1 << 20;
$ways = [
    'return' => 'Async\await($c[0]);',
    'exit' => 'exit(3);',
    'exit in a coroutine' => 'Async\await(Async\spawn(fn() => exit(3)));',
    'fatal error' => '@trigger_error("x", E_USER_ERROR);',
    'exec' => 'pcntl_exec("/bin/true");',
];
$writes = [
    'fwrite' => '$f = fopen($file, "w"); fwrite($f, $data);',
    'append and fsync' => '$f = fopen($file, "a"); fwrite($f, $data); fsync($f);',
];
if (getenv('ASYNC_TEST_TOOL')) {
    array_shift($writes);
}
foreach ($writes as $write => $code) {
    foreach ($ways as $way => $end) {
        $file = tempnam(sys_get_temp_dir(), 'written');
        // More writes than places: some are in the queue.
        [$output, $status] = run_php("\$base = '$file';" . <<<PHP
            \$begun = 0;
            for (\$i = 0; \$i < 12; \$i++) {
                \$c[] = Async\\spawn(function () use (\$i, \$base, &\$begun) {
                    \$file = "\$base.\$i";
                    \$data = str_repeat(chr(97 + \$i), 2 << 20);
                    \$begun++;
                    $code
                });
            }
            Async\\suspend();
            file_put_contents(\$base, \$begun);
            $end
            PHP);
        $begun = (int) file_get_contents($file);
        for ($i = 0, $complete = 0; $i < 12; $i++) {
            $complete += @md5_file("$file.$i") === md5(str_repeat(chr(97 + $i), 2 * MIB));
        }
        array_map(unlink(...), glob("$file*"));
        if ($begun !== 12 || $complete !== 12 || $status > 255 || $status === 139) {
            echo "$write, $way: $begun begun, $complete complete, status $status\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
