--TEST--
PHPUnit runs tests with the attributes of packages/testing in coroutines and in schedules
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('PHPUnit runs on stock PHP, whose regular expressions are compiled at run time');
if (!is_file('/usr/bin/phpunit') || !is_file('/usr/bin/php')) die('skip there is no phpunit');
if (PHP_ZTS || PHP_DEBUG || !str_starts_with((string) shell_exec('/usr/bin/php -r "echo PHP_VERSION;"'), PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION)) {
    die('skip phpunit is for another PHP');
}
preg_match('/extension=(\S*async\S*\.so)/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $module);
if (isset($module[1]) && shell_exec("/usr/bin/php -n -d extension=$module[1] -r 'echo extension_loaded(\"async\");' 2>/dev/null") !== '1') {
    die('skip phpunit is for another C library');
}
if (!is_dir(__DIR__ . '/../../packages/testing')) die('skip the package is not here');
?>
--FILE--
<?php
preg_match('/extension=(\S*async\S*\.so)/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $module);
$async = isset($module[1]) ? '-d extension=' . escapeshellarg($module[1]) : '';
$command = "XDEBUG_MODE=off /usr/bin/php $async /usr/bin/phpunit --no-configuration --do-not-cache-result --bootstrap "
    . escapeshellarg(__DIR__ . '/phpunit/autoload.php') . ' ' . escapeshellarg(__DIR__ . '/phpunit/StockTest.php') . ' 2>&1';
$output = shell_exec($command);
foreach (['~^[.FESRIW]{7}(?=\s)~m', '~The test has left:~', '~Schedule \d+ of 200 has failed, in coroutine~',
        '~ASYNC_SEED=\d+~', '~^Tests: .*~m'] as $pattern) {
    echo preg_match($pattern, $output, $found) ? preg_replace('/\d+ of|=\d+|Assertions: \d+/', 'N', $found[0]) : "MISSING in $output", "\n";
}
preg_match('~ASYNC_SEED=\d+~', $output, $seed);
echo preg_match('~^Tests: .*Failures: 1~m', shell_exec("$seed[0] $command")), " failure with the seed\n";
?>
--EXPECTF--
..FE.S.
The test has left:
Schedule N 200 has failed, in coroutine
ASYNC_SEEDN
Tests: 7, N, Errors: 1, Failures: 1, Skipped: 1.
1 failure with the seed
