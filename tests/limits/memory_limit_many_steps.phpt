--TEST--
memory_limit hit at many different points in a coroutine: always PHP's own message and status 255, never a crash (quality, test programme 6)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$bad = 0;
for ($kib = 2600; $kib < 4600; $kib += getenv('ASYNC_TEST_TOOL') ? 1000 : 150) {
    [$output, $status] = run_php(<<<'PHP'
        register_shutdown_function(fn() => print("\nshutdown\n"));
        $cs = [];
        for ($i = 0; $i < 3000; $i++) {
            $cs[] = Async\spawn(function ($x) { try { Async\suspend(); return str_repeat('x', 500); } finally { Async\suspend(); } }, [$i]);
            if ($i % 50 === 0) Async\suspend();
        }
        foreach ($cs as $c) Async\await($c);
        echo "fits\n";
        PHP, "-d memory_limit={$kib}K");
    if (!($status === 0 && str_contains($output, 'fits')) && !($status === 255 && str_contains($output, 'Allowed memory size'))) {
        echo "$kib KiB: status $status, ", substr($output, 0, 500), "\n";
        if (++$bad > 3) break;
    }
}
echo "done\n";
?>
--EXPECT--
done
