--TEST--
The watchdog reports past `@`: an operator, a silenced function around it, with and without a handler
--INI--
async.max_activity_interval=20
display_errors=1
--FILE--
<?php
use function Async\{spawn, await};

function busy(): int
{
    for ($end = hrtime(true) + 30e9; !ob_get_length() && hrtime(true) < $end;);
    return 1;
}
function inner(): int
{
    return @busy() ;
}
$cases = [
    'plain' => fn() => busy(),
    'silenced' => fn() => @busy(),
    'twice' => fn() => @inner(),
    'in array_map' => fn() => @array_map(fn() => busy(), [1]),
    'a method' => fn() => @(new class { public function run() { return busy(); } })->run(),
];
// On a busy machine main may hold the thread, too: what comes outside of the cases is dropped.
ob_start();
$seen = '';
foreach ([false, true] as $with_handler) {
    if ($with_handler) {
        set_error_handler(function (int $level, string $message) {
            echo 'handler: ', error_reporting() & $level ? 'reported' : 'SILENCED', "\n";
            return true;
        });
    }
    foreach ($cases as $name => $case) {
        $output = await(spawn(function () use ($case) { ob_start(); $case(); return ob_get_clean(); }));
        $seen .= str_pad($name, 14) . match (true) {
            str_contains($output, 'has held the thread') => 'displayed',
            str_contains($output, 'handler: reported') => 'handled',
            default => 'SILENT',
        } . "\n";
    }
}
ob_end_clean();
echo $seen;
?>
--EXPECTF--
plain         displayed
silenced      displayed
twice         displayed
in array_map  displayed
a method      displayed
plain         handled
silenced      handled
twice         handled
in array_map  handled
a method      handled
