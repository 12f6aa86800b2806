--TEST--
async.trace: an arrow leads from the coroutine that made a value to the one that takes it without a wait; memory for them is bounded
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

/* The program of each row has the coroutines "maker" and "taker", and hands values from the one to the other. */
$programs = [
    'buffer' => [3, '$c = new Channel(10); $make(fn() => array_map($c->send(...), [1, 2, 3])); $take(fn() => [$c->recv(), $c->recv(), $c->recv()]);'],
    'buffer, by foreach' => [3, '$c = new Channel(10); $make(function () use ($c) { foreach ([1, 2, 3] as $v) $c->send($v); $c->close(); });
        $take(function () use ($c) { foreach ($c as $v); });'],
    'buffer that grows' => [100, '$c = new Channel(1000); $make(function () use ($c) { for ($i = 0; $i < 100; $i++) $c->send($i); });
        $take(function () use ($c) { for ($i = 0; $i < 100; $i++) $c->recv(); });'],
    'buffer that senders refill' => [3, '$c = new Channel(1); $make(function () use ($c) { $c->send(0); $c->send(1); $c->send(2); });
        $take(fn() => [$c->recv(), $c->recv(), $c->recv()]);'],
    'no buffer, the sender first' => [1, '$c = new Channel(0); $make(fn() => $c->send(1)); $take(fn() => $c->recv());'],
    'no buffer, the receiver first' => [1, '$c = new Channel(0); $take(fn() => $c->recv()); $make(fn() => $c->send(1));'],
    'select' => [2, '$c = new Channel(2); $make(function () use ($c) { $c->send(1); $c->send(2); }); $take(fn() => [select([$c]), select([$c])]);'],
    'future' => [1, '$s = new FutureState; $f = new Future($s); $make(fn() => $s->complete(1)); $take(fn() => await($f));'],
    'future, awaited first' => [1, '$s = new FutureState; $f = new Future($s); $take(fn() => await($f)); $make(fn() => $s->complete(1));'],
    'future that has failed' => [1, '$s = new FutureState; $f = new Future($s); $make(fn() => $s->error(new Exception)); $take(function () use ($f) { try { await($f); } catch (Exception) {} });'],
    'coroutine that has ended' => [1, '$m = $make(fn() => 1); $take(fn() => await($m));'],
    'values that are thrown away' => [0, '$c = new Channel(5); $make(fn() => $c->send(1)); $take(function () use (&$c) { $c = null; gc_collect_cycles(); });'],
    'its own value' => [0, '$c = new Channel(1); $make(function () use ($c) { $c->send(1); $c->recv(); }); $take(fn() => 1);'],
];
foreach ($programs as $name => [$arrows, $program]) {
    $file = trace_name();
    [$output, $status] = run_php('use function Async\{await, select, spawn, suspend}; use Async\{Channel, Future, FutureState};
        $make = function ($f) { $c = spawn($f)->setName("maker"); suspend(); suspend(); return $c; };
        $take = function ($f) { $c = spawn($f)->setName("taker"); suspend(); suspend(); return $c; };
        (function () use ($make, $take) { ' . $program . ' suspend(); suspend(); suspend(); })();',
        '-d async.trace=' . escapeshellarg($file));
    $trace = new TraceFile($file);
    $found = 0;
    $to_maker = false;
    foreach ($trace->arrows as $arrow) {
        $ends = array_map(fn($end) => preg_replace('/^#\d+ /', '', $trace->names[$end['tid']]), $arrow);
        $found += $ends['from'] === 'maker' && $ends['to'] === 'taker';
    }
    if ($status !== 0 || $output !== '' || $trace->errors) {
        echo "WRONG $name: ", $output, implode("\n", $trace->errors), "\n";
    }
    // A wake-up has an arrow as well, where a wait ended for a value that another wait took.
    echo $found === $arrows ? '' : "WRONG $name: $found arrows, not $arrows\n";
}
echo "-- a channel with very many values\n";
$file = trace_name();
[$output] = run_php('use function Async\{spawn, suspend}; $c = new Async\Channel(200_000);
    spawn(function () use ($c) { for ($i = 0; $i < 200_000; $i++) $c->send($i); })->setName("maker"); suspend();
    $status = fn() => (int) preg_replace("/.*VmRSS:\s+(\d+).*/s", "$1", file_get_contents("/proc/self/status"));
    $before = $status();
    for ($i = 0; $i < 200_000; $i++) $c->recv();
    echo $status() - $before < 10_000 ? "bounded" : $status() - $before;', '-d async.trace=' . escapeshellarg($file));
echo $output, "\n";
$trace = new TraceFile($file, whole: false);
$trace->report();
echo count($trace->arrows) > 100 ? "some arrows\n" : 'WRONG: ' . count($trace->arrows) . "\n";
?>
--EXPECT--
-- a channel with very many values
bounded
the file is sound
some arrows
