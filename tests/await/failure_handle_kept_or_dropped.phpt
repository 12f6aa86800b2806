--TEST--
An unobserved failure is reported once, whether or not a handle to the coroutine still exists (D10, P7)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach (['kept' => '$c = ', 'dropped' => ''] as $name => $left) {
    [$output, $status] = run_php($left . 'Async\spawn(fn() => throw new Exception("unobserved")); Async\suspend(); Async\suspend(); Async\suspend(); echo "not reached";');
    echo "$name: ", substr_count($output, 'unobserved'), ' time, status ', $status, str_contains($output, 'not reached') ? ', reached' : '', "\n";
}
[$output, $status] = run_php('$c = Async\spawn(fn() => throw new Exception("awaited late")); try { Async\delay(60000); } catch (Async\AsyncCancellation) { try { Async\await($c); } catch (Exception $e) { echo "seen "; } }');
echo substr_count($output, 'seen'), ' ', substr_count($output, 'awaited late'), " status $status\n";
?>
--EXPECT--
kept: 1 time, status 255
dropped: 1 time, status 255
1 1 status 255
