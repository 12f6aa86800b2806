--TEST--
A source with keyword forms that exceeds memory_limit ends with PHP's message, never silently (D20)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('stock PHP leaks when a limit ends it');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = 'register_shutdown_function(function () {
        echo $undefined;
    });
    try {
        eval("await \$x; " . str_repeat("f();", 50000) . "\$x = ;");
    } catch (ParseError) {
        echo "rewritten\n";
    }';
for ($limit = 3; $limit <= 27; $limit += 3) {
    [$output, $status] = run_php($code, "-d memory_limit={$limit}M");
    if (!preg_match('/memory (size|limit) of \d+ bytes exhausted/', $output) && !str_contains($output, 'rewritten')) {
        echo "$limit MiB, status $status: $output\n";
    }
    // The message is shown as usual. A newer PHP shows nothing after its "hard memory limit".
    if (!str_contains($output, 'Undefined variable $undefined') && !str_contains($output, 'Hard memory limit')) {
        echo "$limit MiB, no warning: $output\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
