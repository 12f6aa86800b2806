--TEST--
The stubs for analysers are those of the extension: functions, classes, methods, aliases, and what the generator writes
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../packages/stubs/stubs/async.php')) die('skip the package is not here');
if (!is_file(__DIR__ . '/../../tools/gen-analysis-stubs')) die('skip the generator is not here');
?>
--FILE--
<?php
// PCRE's own JIT reads past the ends of strings: valgrind reports it.
$root = dirname(__DIR__, 2);
echo shell_exec(escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY) . " -n -d pcre.jit=0 $root/tools/gen-analysis-stubs --check 2>&1");
$stubs = file_get_contents("$root/packages/stubs/stubs/async.php") . file_get_contents("$root/packages/stubs/stubs/pooled_pdo.php");
$count = 0;
$extension = new ReflectionExtension('async');
foreach ($extension->getFunctions() as $function) {
    $count += $found = preg_match('/^function ' . $function->getShortName() . '\(/m', $stubs);
    if (!$found) echo "function {$function->getName()} is missing\n";
}
foreach ($extension->getClasses() as $name => $class) {
    $short = substr($name, strrpos($name, '\\') + 1);
    // The names of aliases are in lower case.
    $found = $name === $class->getName()
        ? preg_match("/^(final |abstract )*(class|interface) $short\\b/m", $stubs)
        : stripos($stubs, "class_alias(\\{$class->getName()}::class, '$name');") !== false;
    if (!$found) echo "class $name is missing\n";
    foreach ($class->getMethods() as $method) {
        $count += $found = preg_match("/function {$method->getShortName()}\\(/", $stubs);
        if (!$found && $method->class === $name) echo "method $name::{$method->getName()} is missing\n";
    }
}
var_dump($count > 150);
// The shape of stats() has its counters; the histograms are optional.
preg_match('/@return array\{(coroutines: int, .*?), lag\?/', $stubs, $shape);
var_dump(explode(', ', str_replace(': int', '', $shape[1])) === array_keys(Async\stats()));
// The file of the stubs can be loaded where the extension is not.
echo shell_exec(escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY) . " -n -r "
    . escapeshellarg("require '$root/packages/stubs/src/PHPStan/bootstrap.php'; echo (new ReflectionClass('Async\\CancellationError'))->getName();"));
?>
--EXPECT--
bool(true)
bool(true)
Async\AsyncCancellation
