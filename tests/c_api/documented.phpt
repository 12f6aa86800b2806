--TEST--
c_api: the extension in docs/c-api.md can be copied, built and used, with async and without
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
is_file(__DIR__ . '/../../docs/c-api.md') or die('skip the documents are not here');
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
preg_match('/^```c\n(.*?)^```$/ms', file_get_contents(__DIR__ . '/../../docs/c-api.md'), $found);
// Headers that are not installed.
$source = sys_get_temp_dir() . '/later.' . getmypid() . '.c';
file_put_contents($source, str_replace('"ext/async/php_async_api.h"', '"php_async_api.h"', $found[1]));
$module = build_extension('later', $source);
unlink($source);
show_php('coroutines', <<<'CODE'
    $others = 0;
    $calls = [Async\spawn(later_upper(...), "hello"), Async\spawn(later_upper(...), "world")];
    $other = Async\spawn(function () use ($calls, &$others) {
        while (!$calls[0]->isFinished()) {
            $others++;
            Async\delay(5);
        }
    });
    echo implode(" ", array_map(Async\await(...), $calls)), "\n";
    Async\await($other);
    var_dump($others > 1);
    $left = Async\spawn(later_upper(...), 'left');
    Async\suspend();
    $left->cancel();
    try {
        Async\await($left);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    Async\delay(300);
    CODE, '-d extension=' . escapeshellarg($module));
show_php('none', 'echo later_upper("alone"), "\n";', '-d extension=' . escapeshellarg($module));
?>
--EXPECT--
-- coroutines
HELLO WORLD
bool(true)
cancelled
status 0
-- none
ALONE
status 0
