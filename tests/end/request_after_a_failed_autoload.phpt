--TEST--
A fatal error in an autoloader, in a coroutine or in main, leaves nothing for the next request in the same process (D35, P13)
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/request_after_a_failed_autoload.inc.php';
$counter = __DIR__ . '/request_after_a_failed_autoload.inc.count';
$body = <<<'PHP'
<?php
use function Async\{await, delay, spawn, suspend};

$number = (int) @file_get_contents('COUNTER');
file_put_contents('COUNTER', $number + 1);
if ($number % 2 == 0) {
    echo '[fails]';
    spl_autoload_register(function () {
        suspend();
        eval('class A {} class A {}');
    });
    FAILURE
    return;
}
// Other frames where those of the loader were, and coroutines that look for loaders.
spl_autoload_register(function ($class) {
    delay(1);
    eval("class $class {}");
});
$load = function ($depth, $number) use (&$load) {
    return $depth ? $load($depth - 1, $number) : class_exists('Deep' . intdiv($number, 2));
};
$waiters = [];
for ($i = 0; $i < 40; $i++) {
    $waiters[] = spawn($load, $i % 20, $i);
}
echo '[', array_sum(array_map(fn($waiter) => (int) await($waiter), $waiters)), ' loaded]';
PHP;
foreach ([
    'coroutine' => 'await(spawn(fn() => class_exists("Missing")));',
    'several' => 'for ($i = 0; $i < 9; $i++) { spawn(fn() => class_exists("Missing" . intdiv($i, 2))); } delay(5);',
    'main' => 'suspend(); class_exists("Missing");',
    'main, before the first async call' => 'class_exists("Missing");',
] as $name => $failure) {
    @unlink($counter);
    file_put_contents($script, strtr($body, ['FAILURE' => $failure, 'COUNTER' => $counter]));
    $output = (string) shell_exec('env -i ' . php_command('-d html_errors=0 -d display_errors=0 -T 4 ' . escapeshellarg($script),
        getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>/dev/null');
    preg_match_all('/\[.*?\]/', $output, $parts);
    echo "$name: ", implode(' ', $parts[0]), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/request_after_a_failed_autoload.inc.php');
@unlink(__DIR__ . '/request_after_a_failed_autoload.inc.count');
?>
--EXPECT--
coroutine: [fails] [40 loaded] [fails] [40 loaded]
several: [fails] [40 loaded] [fails] [40 loaded]
main: [fails] [40 loaded] [fails] [40 loaded]
main, before the first async call: [fails] [40 loaded] [fails] [40 loaded]
