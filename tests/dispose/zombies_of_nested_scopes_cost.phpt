--TEST--
The end of the time for zombies costs the same for each of 30,000 nested scopes
--INI--
async.zombie_coroutine_timeout=0.01
memory_limit=1G
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

function processor_time(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] + $usage['ru_utime.tv_usec'] / 1e6;
}

$start = processor_time();
$scopes = [$scope = new Scope];
for ($i = 0; $i < 30000; $i++) {
    $scopes[] = $scope = Scope::inherit($scope);
}
$scope->spawn(function () {
    try {
        delay(3600_000);
    } finally {
        echo "the zombie is cancelled\n";
    }
});
suspend();
@$scopes[0]->disposeSafely();
$made = processor_time();
register_shutdown_function(function () use ($start, $made) {
    [$made, $drained] = [$made - $start, processor_time() - $made];
    echo $drained < 5 * $made + 0.3 ? "as their making\n" : "$drained seconds, made in $made\n";
});
?>
--EXPECT--
the zombie is cancelled
as their making
