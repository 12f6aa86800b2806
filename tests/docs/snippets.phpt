--TEST--
Every PHP snippet in README.md and docs/ runs and prints what the text shows (issue 2: docs)
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../README.md')) die('skip the documents are not here');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* A snippet is a block that starts with ```php. A plain ``` block right after it is its expected output, in which its
 * file is called /app/example.php. Seconds ("0.2 s") may be up to ten times as many, and any number under a tool that
 * slows PHP down. */

/** @return list<array{line: int, code: string, output: ?string}> */
function snippets(string $markdown): array
{
    $pattern = '/^```php\n(.*?)^```\n(?:\n*^```\n(.*?)^```$)?/ms';
    preg_match_all($pattern, $markdown, $found, PREG_SET_ORDER | PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
    return array_map(fn($match) => [
        'line' => substr_count($markdown, "\n", 0, $match[1][1]) + 1,
        'code' => $match[1][0],
        'output' => $match[2][0] ?? null,
    ], $found);
}

/** Does the output match the text, except for small differences in time? */
function is_as_promised(string $output, string $promise): bool
{
    $time = '/\b\d+\.\d s\b/';
    preg_match_all($time, $promise, $promised);
    preg_match_all($time, $output, $seen);
    foreach ($promised[0] as $i => $limit) {
        if (!getenv('ASYNC_TEST_TOOL') && (float) ($seen[0][$i] ?? INF) > 10 * (float) $limit) {
            return false;
        }
    }
    return preg_replace($time, 'TIME', trim($output)) === preg_replace($time, 'TIME', trim($promise));
}

/** Options that load the extensions of a snippet; NULL: this PHP does not have them. */
function extensions_of(array $snippet): ?string
{
    if (!str_contains($snippet['code'], 'PDO') || extension_loaded('pdo_sqlite')) {
        return '';
    }
    $is_there = fn($name) => is_file(ini_get('extension_dir') . "/$name.so");
    $pdo = extension_loaded('pdo') ? '' : ' -d extension=pdo';
    return $is_there('pdo_sqlite') && ($pdo === '' || $is_there('pdo')) ? "$pdo -d extension=pdo_sqlite" : null;
}

function run_snippet(array $snippet, string $folder, string $extensions): string
{
    file_put_contents("$folder/example.php", '<?php ' . $snippet['code']);
    $seconds = getenv('ASYNC_TEST_TOOL') ? 300 : 30;
    $process = proc_open(
        ['sh', '-c', "exec timeout $seconds " . php_command("$extensions -f " . escapeshellarg("$folder/example.php")) . ' 2>&1'],
        [['file', '/dev/null', 'r'], ['pipe', 'w']],
        $pipes
    );
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    $output = preg_replace('/^\n+(?=\w+: |Fatal error: )/m', '', str_replace($folder, '/app', $output));
    // PHP 8.4 names closures by their place.
    $output = preg_replace('/\{closure:[^}]*\}/', '{closure}', $output);
    // A snippet ends with status 0, unless it shows a fatal error.
    return str_contains($snippet['output'] ?? '', 'Fatal error: ') || $status === 0 ? $output : "$output\n[status $status]";
}

$root = dirname(__DIR__, 2);
$folder = __DIR__ . '/snippets.tmp';
@mkdir($folder);
$count = 0;
foreach (array_merge(["$root/README.md"], glob("$root/docs/*.md")) as $file) {
    foreach (snippets(file_get_contents($file)) as $snippet) {
        $count++;
        $extensions = extensions_of($snippet);
        if ($extensions === null) {
            continue;
        }
        $output = run_snippet($snippet, $folder, $extensions);
        if ($snippet['output'] === null
            ? preg_match('/^(Fatal|Warning|Parse|Deprecated|Notice|\[status)/m', $output)
            : !is_as_promised($output, $snippet['output'])) {
            echo substr($file, strlen($root) + 1), ':', $snippet['line'], " printed:\n", trim($output), "\n";
        }
    }
}
@unlink("$folder/example.php");
@rmdir($folder);
// Were any snippets found?
var_dump($count > 10);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/snippets.tmp/example.php');
@rmdir(__DIR__ . '/snippets.tmp');
?>
--EXPECT--
bool(true)
