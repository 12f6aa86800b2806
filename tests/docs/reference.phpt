--TEST--
Each public function and class has a page of the reference, aliases and methods included, each with an example, and no page is of something else
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../tools/gen-reference')) die('skip the tools are not here');
?>
--FILE--
<?php
/** @return array<string, string> the parts of a page by heading */
function parts(string $text): array
{
    $parts = preg_split('/^## (.+)\n/m', $text, flags: PREG_SPLIT_DELIM_CAPTURE);
    return array_column(array_chunk(array_slice($parts, 1), 2), 1, 0);
}

$folder = __DIR__ . '/reference.tmp';
$tool = escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(dirname(__DIR__, 2) . '/tools/gen-reference');
exec("$tool " . escapeshellarg($folder) . ' 2>&1', $printed, $status);
echo implode("\n", $printed), "status $status\n";
exec("$tool --names", $lines);
$pages = [];
foreach ($lines as $line) {
    [$name, $page] = explode("\t", $line);
    $pages[strtolower($name)] = "$folder/$page";
}

$extension = new ReflectionExtension('async');
$real = array_fill_keys(array_map('strtolower', array_keys($extension->getFunctions())), null);
foreach ([...get_declared_classes(), ...get_declared_interfaces()] as $class) {
    $real += (new ReflectionClass($class))->getExtensionName() === 'async' ? [strtolower($class) => $class] : [];
}
foreach ($real as $name => $class) {
    if (!is_file($pages[$name] ?? '')) {
        echo "$name has no page\n";
        continue;
    }
    $text = file_get_contents($pages[$name]);
    $parts = parts($text);
    isset($parts['Example']) || print("$name has no example\n");
    $is = $class === null ? null : new ReflectionClass($class);
    foreach ($is === null ? [] : $is->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if ($method->getDeclaringClass()->name === $is->name) {
            $part = $parts["$method->name()"] ?? null;
            match (true) {
                $part === null => print("$name::$method->name() is not on its page\n"),
                str_contains($part, "\nThe same as ["), str_contains($part, "\n**Example**") => null,
                default => print("$name::$method->name() has no example: add one to docs/reference/\n"),
            };
        }
    }
    // Each parameter, in the reference as in the extension.
    foreach ($is === null ? (new ReflectionFunction($name))->getParameters() : [] as $parameter) {
        str_contains($text, "- `\$$parameter->name`") || print("$name(): \$$parameter->name is not on its page\n");
    }
}
foreach (array_diff_key($pages, $real) as $name => $page) {
    // PooledPDO exists where PDO does.
    $name === 'async\\pooledpdo' || print("$name is no public name\n");
}
$index = file_get_contents("$folder/index.md");
foreach ($pages as $name => $page) {
    str_contains($index, '(' . substr($page, strlen($folder) + 1) . ')') || print("$name is not in the index\n");
}
echo count($pages) > 100 ? "compared\n" : "too few names\n";
?>
--CLEAN--
<?php
foreach ([...glob(__DIR__ . '/reference.tmp/*/*'), ...glob(__DIR__ . '/reference.tmp/*')] as $path) {
    is_dir($path) ? rmdir($path) : unlink($path);
}
@rmdir(__DIR__ . '/reference.tmp');
?>
--EXPECT--
status 0
compared
