--TEST--
The thread that opened a FIFO has ended before the extension is unloaded (lifetime rule 1, P13)
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$fifo = __DIR__ . '/fifo_thread_at_the_end.fifo';
$rounds = getenv('ASYNC_TEST_TOOL') ? 2 : 20;
posix_mkfifo($fifo, 0600);
$wrong = [];
for ($i = 0; $i < $rounds; $i++) {
    // The last action of the process.
    [$output, $status] = run_php('
        Async\spawn(fn() => fopen("' . $fifo . '", "r"));
        Async\spawn(fn() => fopen("' . $fifo . '", "w"));
    ');
    if ($output !== '' || $status !== 0) {
        $wrong[] = "$status: $output";
    }
}
var_dump($wrong);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/fifo_thread_at_the_end.fifo');
?>
--EXPECT--
array(0) {
}
