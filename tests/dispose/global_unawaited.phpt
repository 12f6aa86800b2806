--TEST--
Coroutines of the global scope without an awaiter run to their end without a warning (DE-01, SC-09)
--FILE--
<?php
use function Async\{spawn, suspend};

function mainTask(): void { spawn('readFileTask', 1); suspend(); echo "main task\n"; }
function readFileTask(int $n): void { suspend(); echo "read $n\n"; }
spawn('mainTask');
spawn('readFileTask', 2);
echo "end of main\n";
?>
--EXPECT--
end of main
main task
read 2
read 1
