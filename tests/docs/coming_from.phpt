--TEST--
The programs for other libraries and languages in docs/coming-from.md print what ours print, where these are installed
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../docs/coming-from.md')) die('skip the documents are not here');
require __DIR__ . '/../inc/child.php';
skip_under_tools('programs of other languages');
?>
--FILE--
<?php
/* Each such program is followed by ours, which tests/docs/snippets.phpt runs, and by the output of both. PHP libraries
 * are those of the folder ASYNC_TEST_VENDOR. */

const VENDOR_FILES = ['amphp' => 'amphp/amp/src/Future/functions.php', 'react' => 'react/event-loop/src/Loop.php',
    'guzzle' => 'guzzlehttp/promises/src/Utils.php'];

function has(string $command): bool
{
    exec("$command >/dev/null 2>&1 </dev/null", $lines, $status);
    return $status === 0;
}

/** The shell command that runs a program; NULL: what it needs is not installed. */
function command(string $language, string $code, string $folder): ?string
{
    if (isset(VENDOR_FILES[$language]) || $language === 'pcntl' || $language === 'swoole') {
        $vendor = (string) getenv('ASYNC_TEST_VENDOR');
        $is_library = isset(VENDOR_FILES[$language]);
        if ($is_library ? !is_file("$vendor/" . VENDOR_FILES[$language]) : !extension_loaded($language)) {
            return null;
        }
        $load = $is_library ? 'require ' . var_export("$vendor/autoload.php", true) . ";\n" : '';
        // A program begins with its "use"; the autoloader has to come after it.
        $code = preg_replace('/^(?!use )/m', $load, $code, 1);
        file_put_contents("$folder/program.php", "<?php\n$code");
        // Stock PHP with its own settings: extensions such as pcntl may come from there.
        return escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY) . " $folder/program.php";
    }
    if ($language === 'go') {
        file_put_contents("$folder/program.go", $code);
        return has('go version') ? "env GOCACHE=$folder/cache go run $folder/program.go" : null;
    }
    if ($language === 'python') {
        file_put_contents("$folder/program.py", $code);
        // The system's Python may have a library that another one lacks.
        foreach (['python3', '/usr/bin/python3'] as $python) {
            if (has("$python -c 'import trio'")) {
                return "$python $folder/program.py";
            }
        }
        return null;
    }
    // Kotlin's library of coroutines has no usual place.
    $language === 'kotlin' || print("unknown language $language\n");
    return null;
}

$text = file_get_contents(__DIR__ . '/../../docs/coming-from.md');
preg_match_all('/^```(?:php )?(\w+)\n(.*?)^```\n\n```php\n.*?^```\n\n```\n(.*?)^```$/ms', $text, $programs, PREG_SET_ORDER);
$folder = sys_get_temp_dir() . '/async_coming_from_' . uniqid(getmypid() . '_');
mkdir($folder);
foreach ($programs as [, $language, $code, $expected]) {
    $command = command($language, $code, $folder);
    $output = $command === null ? $expected : (string) shell_exec("timeout 100 $command 2>&1");
    $output === $expected || print("$language printed:\n$output");
}
shell_exec('rm -rf ' . escapeshellarg($folder));
echo implode(' ', array_column($programs, 1)), "\n";
?>
--EXPECT--
swoole amphp react guzzle pcntl go kotlin python
