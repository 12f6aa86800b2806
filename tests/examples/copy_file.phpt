--TEST--
A reader and a writer in a group copy files; the files stay open until both are done (EXM-20, TG-37)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

function copyFile(string $sourceFile, string $targetFile): void
{
    $source = fopen($sourceFile, 'r');
    $target = fopen($targetFile, 'w');
    $buffer = null;
    try {
        $tasks = new \Async\CoroutineGroup(Scope::inherit());
        // Read data from the source file
        $tasks->spawn(function () use (&$buffer, $source) {
            while (!feof($source)) {
                if ($buffer === null) {
                    $chunk = fread($source, 1024);
                    $buffer = $chunk !== false && $chunk !== '' ? $chunk : null;
                }
                suspend();
            }
            $buffer = '';
        });
        // Write data to the target file
        $tasks->spawn(function () use (&$buffer, $target) {
            while (true) {
                if (is_string($buffer)) {
                    if ($buffer === '') {
                        break; // End of a file
                    }
                    fwrite($target, $buffer);
                    $buffer = null;
                }
                suspend();
            }
            echo "Copy complete.\n";
        });
        await($tasks);
    } finally {
        fclose($source);
        fclose($target);
    }
}

$base = __DIR__ . '/copy_file.tmp';
foreach ([1 => 5000, 2 => 1] as $i => $size) {
    file_put_contents("$base.source$i", random_bytes($size));
}
$copyTasks = new Scope();
$copyTasks->spawn(copyFile(...), "$base.source1", "$base.target1");
$copyTasks->spawn(copyFile(...), "$base.source2", "$base.target2");
$copyTasks->awaitCompletion(Async\timeout(60000));
foreach ([1, 2] as $i) {
    var_dump(file_get_contents("$base.source$i") === file_get_contents("$base.target$i"));
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/copy_file.tmp.*'));
?>
--EXPECT--
Copy complete.
Copy complete.
bool(true)
bool(true)
