--TEST--
Nested await spawn makes a chain; a watcher lives until its scope is cancelled; the documents' examples (LT-05, LT-08)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, suspend};

function subsubtask(): void { Async\delay(1); echo "Subsubtask\n"; }
function subtask(): void { echo "Subtask\n"; await(spawn('subsubtask')); }
function task(): void { await(spawn('subtask')); echo "Task\n"; }
await(spawn('task'));

function mainTask(): void
{
    $scope = Scope::inherit();
    $scope->spawn(function () {
        try {
            while (true) { suspend(); echo "Cleanup: removing dead connections...\n"; suspend(); }
        } finally {
            echo "watcher ends\n";
        }
    });
    try {
        for ($i = 1; $i <= 2; $i++) { echo "Worker: processing connection $i...\n"; suspend(); suspend(); }
    } finally {
        $scope->cancel();
    }
}
await(spawn('mainTask'));
?>
--EXPECT--
Subtask
Subsubtask
Task
Worker: processing connection 1...
Cleanup: removing dead connections...
Worker: processing connection 2...
Cleanup: removing dead connections...
watcher ends
