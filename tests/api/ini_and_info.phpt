--TEST--
phpinfo() shows the extension, its version and libuv; async.stack_size is INI_SYSTEM and checked, async.max_activity_interval is INI_ALL
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

ob_start();
phpinfo(INFO_MODULES);
preg_match_all('/^(async support|version|libuv|async\.stack_size|async\.max_activity_interval) => .+$/m', strstr(ob_get_clean(), "\nasync\n"), $m);
echo implode("\n", array_unique(array_map(fn($l) => strtok($l, '='), $m[0]))), "\n";
var_dump(ini_get('async.stack_size'), ini_set('async.stack_size', '1M'), (bool) (new ReflectionExtension('async'))->getVersion());
[$output] = run_php('var_dump(ini_get("async.stack_size")); echo Async\await(Async\spawn(fn() => "runs"));', '-d async.stack_size=1M');
echo $output, "\n";
[$output] = run_php('echo Async\await(Async\spawn(fn() => "runs"));', '-d async.stack_size=4K');
echo trim($output), "\n";
?>
--EXPECTF--
async support 
version 
libuv 
async.max_activity_interval 
async.stack_size 
string(1) "0"
bool(false)
bool(true)
string(2) "1M"
runs
%S%aasync.stack_size must be%a
%Aruns
