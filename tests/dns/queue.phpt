--TEST--
Lookups use half of the workers: further lookups queue behind hanging ones; UV_THREADPOOL_SIZE gives more workers (IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
$log = tempnam(sys_get_temp_dir(), 'peer');
own_names('timeout:30 attempts:1', $log);

$code = 'require ' . var_export(__DIR__ . '/names.inc', true) . ';' . <<<'CODE'
    $log = getenv('QUERIES');
    $order = $lookups = [];
    $look = function (string $name) use (&$order, &$lookups) {
        $lookups[] = Async\spawn(function () use ($name, &$order) {
            gethostbyname($name);
            $order[] = preg_replace('/\d/', '', $name);
        });
    };
    array_map($look, ['hung1.test', 'hung2.test']);
    until_asked($log, 'A hung1.test');
    until_asked($log, 'A hung2.test');
    $look('a.test');
    $asked = false;
    try {
        // Long enough for an answer when there is a worker.
        Async\await($lookups[2], Async\timeout(getenv('LIMIT')));
        echo "answered\n";
    } catch (Async\AwaitCancelledException) {
        echo "waits: ", str_contains(file_get_contents($log), 'A a.test') ? 'BROKEN, asked' : 'not asked', "\n";
    }
    release_hung();
    foreach ($lookups as $lookup) {
        Async\await($lookup);
    }
    // Both hung ones are answered now: the rest may come in any order.
    echo "$order[0] first of ", count($order), "\n";
    CODE;
$environment = 'QUERIES=' . escapeshellarg($log) . '; export QUERIES LIMIT UV_THREADPOOL_SIZE;';
echo run_php($code, '', "UV_THREADPOOL_SIZE=4; LIMIT=300; $environment")[0];
file_put_contents($log, '');
echo run_php($code, '', "UV_THREADPOOL_SIZE=8; LIMIT=20000; $environment")[0];
unlink($log);
?>
--EXPECT--
waits: not asked
hung.test first of 3
answered
a.test first of 3
