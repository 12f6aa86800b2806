--TEST--
include in several coroutines: bodies can suspend, include_once loads once, variables are separate (CO-01, CO-02)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$file = __DIR__ . '/include_in_two.inc.php';
file_put_contents($file, '<?php Async\suspend(); $local = ($local ?? 0) + $n; Async\suspend(); return $local;');
function load($file, $n) { return [include $file, $local]; }
$cs = array_map(fn($n) => spawn('load', $file, $n), [1, 2, 3]);
foreach ($cs as $c) echo json_encode(await($c)), ' ';
$once = array_map(fn($n) => spawn(function () use ($file, $n) { return include_once $file; }), [1, 2]);
foreach ($once as $c) echo json_encode(await($c)), ' ';
echo "\n";
// schedules: any
?>
--CLEAN--
<?php @unlink(__DIR__ . '/include_in_two.inc.php'); ?>
--EXPECT--
[1,1] [2,2] [3,3] true true 
