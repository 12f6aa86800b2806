--TEST--
No address space for another stack: that coroutine gets an AsyncException that names the limit, the program goes on (quality "Bad input")
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits the address space');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$output, $status] = run_php(<<<'PHP'
use function Async\{spawn, await, suspend};
$gate = new Async\FutureState;
$opened = new Async\Future($gate);
$parked = [];
$failed = 0;
for ($i = 0; $i < 5000 && $failed < 20; $i++) {
    $c = spawn(function () use ($opened) { await($opened); return 'ran'; });
    suspend();
    if (!$c->isCompleted()) {
        $parked[] = $c;
        continue;
    }
    // In the same round: an unobserved failure would end the application.
    try {
        await($c) === 'ran' && $ran++;
    } catch (Async\AsyncException $e) {
        $failed++;
        $message = $e->getMessage();
        if ($c->isStarted() || $c->isCancelled()) echo "wrong state\n";
    }
}
$gate->complete(null);
echo count($parked) > 10 ? 'some parked' : count($parked) . ' parked', ", $failed failed\n$message\n";
echo count(array_filter($parked, fn($c) => await($c) === 'ran')) === count($parked) ? 'all parked ones ran' : 'lost', "\n";
echo await(spawn(fn() => 'goes on')), "\n";
PHP, '-d memory_limit=64M', 'ulimit -v 700000;');
echo $output, "status $status\n";
?>
--EXPECTF--
some parked, 20 failed
%Sulimit -v%S
all parked ones ran
goes on
status 0
