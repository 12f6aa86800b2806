--TEST--
suspend; is a statement wherever statements are allowed, in files with other keyword forms (SY-13, SY-21)
--FILE--
<?php
function turns(string $name): void
{
    echo $name, 1, ' ';
    suspend;
    echo $name, 2, ' ';
    if ($name === 'a') suspend; else suspend;
    for ($i = 0; $i < 1; $i++) suspend;
    do suspend; while (false);
    foreach ([1] as $x) suspend;
    while ($x--) SUSPEND;
    switch ($name) {
        case 'a': suspend;
        default: Suspend;
    }
    label: suspend;
    if (true): suspend; endif;
    {
        suspend;
    }
    try {
        suspend;
    } finally {
        suspend /* with a comment */ ;
    }
    suspend ?><?php
    echo $name, 3, ' ';
}

$a = spawn turns('a');
spawn turns('b');
suspend;
echo 'main ';
await $a;
await spawned;
echo "\n";

// The throw point of a cancellation.
$coroutine = spawn {
    try {
        suspend;
    } catch (Async\AsyncCancellation $e) {
        echo 'cancelled';
    }
};
suspend;
$coroutine->cancel();
suspend
?>

--EXPECT--
a1 b1 main a2 b2 b3 a3 
cancelled
