--TEST--
A signal keeps the program alive only while it has a waiter, also through a chain or a trigger (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
require __DIR__ . '/../inc/child.php';
$cases = [
    'await' => '$f = signal(SIGUSR1); $wait = fn() => await($f);',
    'map' => '$f = signal(SIGUSR1)->map(fn($n) => $n); $wait = fn() => await($f);',
    'finally of map' => '$f = signal(SIGUSR1)->map(fn($n) => $n)->finally(fn() => null); $wait = fn() => await($f);',
    'any' => '$f = any([new Future, all([signal(SIGUSR1)])]); $wait = fn() => await($f)[0];',
    'token' => '$f = signal(SIGUSR1); $wait = function () use ($f) { try { await(new Future, $f); } catch (AwaitCancelledException) { return await($f); } };',
];
foreach ($cases as $name => $code) {
    [$out, $status] = run_php(<<<CODE
    use Async\{Future, AwaitCancelledException};
    use function Async\{signal, await, any, all, spawn, suspend};
    $code
    spawn(function () use (\$wait) {
        echo \$wait() === SIGUSR1 ? "received\\n" : "?\\n";
    });
    // A child sends it when the parent sleeps in its loop: the parent's state is asked for, not guessed.
    \$pid = getmypid();
    exec("(until grep -q '^State:.S' /proc/\$pid/status; do sleep 0.02; done; sleep 0.1; kill -USR1 \$pid) > /dev/null 2>&1 &");
    CODE);
    echo "$name: $out$status\n";
}
[$out, $status] = run_php('use function Async\{signal, any}; $f = signal(SIGUSR1); $g = any([$f]); $h = signal(SIGUSR2)->map(fn() => 1); echo "no coroutine waits\n";');
echo $out, $status, "\n";
?>
--EXPECT--
await: received
0
map: received
0
finally of map: received
0
any: received
0
token: received
0
no coroutine waits
0
