--TEST--
A signal handler waits while the constructor of an internal class runs: objects that are half made do no harm (D43)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
/* Each class is made again and again, while another process sends signals as fast as they are answered. */
const SIGNALS = 30;

// From 8.4 on some of these ways to make objects.
error_reporting(E_ALL & ~E_DEPRECATED);

pcntl_async_signals(true);
$answered = 0;
pcntl_signal(SIGUSR1, function () use (&$answered) {
    Async\suspend();
    $answered++;
});

$makers = [];
foreach (get_declared_classes() as $name) {
    $class = new ReflectionClass($name);
    if (!$class->isInternal() || !$class->isInstantiable() || str_starts_with($name, 'Async\\')) {
        continue;
    }
    $values = new ArrayIterator([1]);
    foreach ([[], [$values], [new RecursiveArrayIterator([[1]])], [$values, fn() => true]] as $list) {
        try {
            new $name(...$list);
            $makers[$name] = fn() => new $name(...$list);
            break;
        } catch (Throwable) {
        }
    }
}

$parent = getmypid();
if (($sender = pcntl_fork()) === 0) {
    while (posix_kill($parent, SIGUSR1)) {
        time_nanosleep(0, 50000);
    }
    posix_kill(getmypid(), SIGKILL);
}
$is_running = true;
Async\spawn(function () use (&$is_running) {
    while ($is_running) {
        Async\suspend();
    }
});
if (getenv('ASYNC_TEST_TOOL') === 'asan') {
    // Stock PHP takes the address of a member of a pointer that is NULL still, which the sanitizer reports there.
    $makers['AppendIterator'] = fn() => new ArrayIterator();
}
foreach ($makers as $make) {
    for ($end = $answered + SIGNALS; $answered < $end;) {
        $make();
    }
}
posix_kill($sender, SIGKILL);
pcntl_waitpid($sender, $status);
$is_running = false;
var_dump(isset($makers['AppendIterator'], $makers['RecursiveIteratorIterator'], $makers['SplObjectStorage']));
echo count($makers) > 50 ? 'many' : count($makers), " classes\n";
?>
--EXPECT--
bool(true)
many classes
