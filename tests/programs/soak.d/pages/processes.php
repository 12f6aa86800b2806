<?php
require __DIR__ . '/together.inc';
echo implode(together(
    fn() => shell_exec('echo first'),
    function () {
        $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        fwrite($pipes[0], "second\n");
        fclose($pipes[0]);
        return stream_get_contents($pipes[1]) . proc_close($process) . "\n";
    },
    fn() => exec('sleep 0.01; echo third') . "\n",
));
