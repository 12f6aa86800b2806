--TEST--
delay() in PHP code that an unknown extension calls back waits in place, as usleep() there; await() suspends (D42)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

$code = <<<'CODE'
    use function Async\{await, delay, spawn, timeout};

    $waits = [
        'delay' => function () { delay(20); },
        'delay(0)' => function () { delay(0); },
        'Async\sleep' => function () { Async\sleep(20); },
        'await' => function () { await(timeout(20)); },
    ];
    foreach ($waits as $name => $wait) {
        $call = fn(string $question) => foreign_ask('a callback', $question, $wait);
        $answers = array_map(await(...), [spawn($call, 'one'), spawn($call, 'two')]);
        echo "$name: ", implode(' ', $answers), foreign_most() > 1 ? ", suspends\n" : ", in place\n";
    }
    $blocked = Async\stats()['blocked_in_place'];
    $start = hrtime(true);
    foreign_ask('a callback', 'main', $waits['delay']);
    echo Async\stats()['blocked_in_place'] - $blocked, ' counted, ', hrtime(true) - $start >= 20e6 ? "waited\n" : "too short\n";
    CODE;
$extension = '-d extension=' . escapeshellarg(foreign_extension('foreign'));
echo run_php($code, $extension)[0], "-- named\n", run_php($code, "$extension -d async.hook_extensions=foreign")[0];
?>
--EXPECT--
delay: one two, in place
delay(0): one two, in place
Async\sleep: one two, in place
await: two two, suspends
1 counted, waited
-- named
delay: two two, suspends
delay(0): two two, suspends
Async\sleep: two two, suspends
await: two two, suspends
0 counted, waited
