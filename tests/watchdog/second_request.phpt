--TEST--
Later requests in the same process: the server's setting holds for each, a changed one only for its own request
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

file_put_contents(__DIR__ . '/second_request.tmp.php', <<<'PHP'
<?php
use function Async\{spawn, await};
$seen = 0;
set_error_handler(function () { return (bool) ++$GLOBALS['seen']; });
echo ini_get('async.max_activity_interval'), ' ';
await(spawn(function () { for ($end = hrtime(true) + 30e9; !$GLOBALS['seen'] && hrtime(true) < $end;); }));
ini_set('async.max_activity_interval', 300);
echo $seen, ' ', is_dir('/proc/self/task') ? count(scandir('/proc/self/task')) - 2 - (int) $_SERVER['OTHERS'] : 2, "\n";
PHP);
// An emulator has threads of its own.
$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE'));
$others = (int) shell_exec("$php -n -r 'echo count(@scandir(\"/proc/self/task\") ?: [1, 2, 3]) - 3;'");
// A clean environment: the CGI variables of the test itself would make php-cgi run the test again.
$command = php_command('-q -d async.max_activity_interval=200 -T 3', getenv('TEST_PHP_CGI_EXECUTABLE'));
echo shell_exec("env -i OTHERS=$others $command " . escapeshellarg(__DIR__ . '/second_request.tmp.php') . ' 2>/dev/null');
?>
--CLEAN--
<?php @unlink(__DIR__ . '/second_request.tmp.php'); ?>
--EXPECTF--
200 1 2
200 1 2
200 1 2
