--TEST--
The memory limit is reached while the main script waits and turns the event loop, in a Fiber too: it leaves its frames, shutdown functions use what it waited for (D16, P7, lifetime rule 7)
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
require __DIR__ . '/waits_of_main.inc';

/* Many events at once, each of which makes a cancellation. They cannot come before the main script waits. */
$scopes = <<<'CODE'
    for ($i = 0; $i < 400; $i++) {
        $bounded[$i] = new Async\BoundedScope;
        $bounded[$i]->spawn(delay(...), 30000);
    }
    CODE;
$kinds = [
    'deadlines' => 'array_map(fn($scope) => $scope->withTimeout(1), $bounded);',
    'scopes that are bound to a timeout' =>
        '$limit = Async\timeout(1); array_map(fn($scope) => $scope->boundedBy($limit), $bounded);',
];
$low = <<<'CODE'
    // Lengths that opcache does not know: else it makes one string for all.
    $reserve = str_repeat('x', memory_get_usage(true) >> 3);
    if (!getenv('USE_TRACKED_ALLOC')) {
        // Up to the first page of the next 2 MiB, and all but twenty of its pages.
        for ($i = 0, $size = memory_get_usage(true); memory_get_usage(true) === $size; $i++) {
            $filled[$i & 3][$i] = str_repeat('x', 4000 + ($i & 1));
        }
        for ($to = $i + 490; $i < $to; $i++) {
            $filled[$i & 3][$i] = str_repeat('x', 4000 + ($i & 1));
        }
    }
    ini_set('memory_limit', getenv('USE_TRACKED_ALLOC') ? memory_get_usage() + 60000 : memory_get_usage(true));
    CODE;
$at_end = '$reserve = null; ini_set("memory_limit", -1);';
foreach ($cases as $name => [$wait, $use]) {
    foreach ($kinds as $kind => $bounds) {
        foreach (getenv('ASYNC_TEST_TOOL') ? [1] : [0, 1] as $fibers) {
            [$output, $status] = $run($wait, $use, $fibers, $scopes, $at_end, $bounds . $low);
            if ($status !== 255 || !preg_match('/^\s*Fatal error: Allowed memory size.*\nused\n$/s', $output)) {
                echo "$name in $fibers Fibers, $kind: BROKEN, status $status: $output\n";
            }
        }
    }
}
waits_of_main_end($folder);
echo count($cases), " waits\n";
?>
--EXPECT--
26 waits
