--TEST--
While few coroutines wait, a delay is not rounded up by more than some microseconds
--FILE--
<?php
// schedules: any
use function Async\delay;
use function Async\Testing\{elapsed, run};

// In virtual time a delay takes what its timer asks for, and nothing else. In microseconds:
$latest = run(function () {
    $latest = 0;
    for ($ms = 10; $ms < 60; $ms++) {
        $began = elapsed();
        delay($ms);
        $latest = max($latest, 1e6 * (elapsed() - $began) - 1e3 * $ms);
    }
    return $latest;
});
var_dump($latest < 6 ? true : $latest);
?>
--EXPECT--
bool(true)
