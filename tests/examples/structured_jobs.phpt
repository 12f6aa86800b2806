--TEST--
A wait for all tasks of a scope, which wait for the tasks of their own child scopes (OV-07)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

function task(string $job, int $number): void
{
    suspend();
    echo "$job: task $number\n";
}

function processJob(string $job): void
{
    $scope = Scope::inherit();
    $scope->spawn(task(...), $job, 1);
    $scope->spawn(task(...), $job, 2);
    $scope->awaitCompletion();
    echo "$job: done\n";
}

function processBackgroundJobs(string ...$jobs): void
{
    $scope = new Scope();
    foreach ($jobs as $job) {
        $scope->spawn(processJob(...), $job);
        $scope->awaitCompletion();
    }
    foreach ($jobs as $job) {
        $scope->spawn(processJob(...), $job);
    }
    $scope->awaitCompletion();
    echo "both done\n";
}
processBackgroundJobs('a', 'b');
?>
--EXPECT--
a: task 1
a: task 2
a: done
b: task 1
b: task 2
b: done
a: task 1
a: task 2
b: task 1
b: task 2
a: done
b: done
both done
