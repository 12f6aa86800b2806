--TEST--
Output and log of workers go where those of the parent go, line by line, before the result of the job
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
[$output] = run_php(<<<'PHP'
ob_start();
echo "in the buffer\n";
$pool = new Async\ProcessPool(function (int $n) {
    for ($i = 0; $i < 50; $i++) {
        echo "worker $n, ";
        Async\delay(1);
        echo "line $i\n";
    }
    file_put_contents("php://fd/2", "log of $n\n");
    file_put_contents("php://fd/1", "by the stream\n");
    system('echo by a program');
    echo 'no end';
}, workers: 3);
$jobs = array_map($pool->submit(...), [1, 2, 3]);
array_map(Async\await(...), $jobs);
$text = ob_get_clean();
echo "\nafter\n";
$lines = preg_split('/\n|NO END|no end/', $text);
$torn = preg_grep('/^(worker \d, line \d+|by the stream|by a program|in the buffer|)$/', $lines, PREG_GREP_INVERT);
echo count(preg_grep('/^worker/', $lines)), ' lines, ', json_encode(array_values($torn)), ' ', substr_count($text, 'no end'), " without an end\n";
PHP);
$lines = explode("\n", trim($output));
sort($lines);
echo implode("\n", $lines), "\n";
?>
--EXPECT--
150 lines, [] 3 without an end
after
log of 1
log of 2
log of 3
