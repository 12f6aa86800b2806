--TEST--
The functions that other builds of PHP call instead: gethostbyname(), gethostbyaddr(), res_search() (P9, P10, IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/names.inc';
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc') or die('skip needs cc and php-config');
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
own_names();
gethostbyname('a.test');

$module = tempnam(sys_get_temp_dir(), 'old');
$flags = shell_exec(dirname(getenv('TEST_PHP_EXECUTABLE')) . '/php-config --includes');
echo shell_exec('cc -shared -fPIC -O1 -o ' . escapeshellarg("$module.so") . ' ' . escapeshellarg(__DIR__ . '/old_functions.c')
    . ' ' . trim($flags) . ' -DZEND_COMPILE_DL_EXT=1 -lresolv 2>&1');
$code = 'require ' . var_export(__DIR__ . '/names.inc', true) . ';' . <<<'CODE'
    gethostbyname('a.test');
    transparent([
        'by name' => fn() => old_by_name('multi.test'),
        'by name, late' => fn() => old_by_name('d300.a.test'),
        'by name, a number' => fn() => old_by_name('127.0.0.1'),
        'by name, in hosts' => fn() => old_by_name('its-alias.test'),
        'by name, none' => fn() => old_by_name('nobody.test'),
        'by name, an alias' => fn() => old_by_name('alias.test'),
        'by address' => fn() => old_by_address('192.0.2.1'),
        'by address, none' => fn() => old_by_address('192.0.2.9'),
        'search' => fn() => old_search('mx.test'),
        'search, late' => fn() => old_search('d300.mx.test'),
        'search, none' => fn() => old_search('nobody.test'),
        'search, failed' => fn() => with_resolver_options('timeout:1 attempts:1', fn() => old_search('failed.test')),
        'own server' => fn() => old_own_server('mx.test'),
    ]);
    $lookups = [Async\spawn(old_by_name(...), 'd100.multi.test'), Async\spawn(old_by_name(...), 'd50.a.test'), Async\spawn(old_by_address(...), '192.0.2.1')];
    // musl names the host itself among the aliases.
    foreach ($lookups as $lookup) {
        echo implode(' ', array_unique(Async\await($lookup))), "\n";
    }
    CODE;
echo run_php($code, '-d async.hook_extensions=old_functions -d extension=' . escapeshellarg("$module.so"))[0];
@unlink($module);
@unlink("$module.so");
?>
--EXPECT--
by name: same
by name, late: same
by name, a number: same
by name, in hosts: same
by name, none: same
by name, an alias: same
by address: same
by address, none: same
search: same
search, late: same
search, none: same
search, failed: same
own server: same
d100.multi.test 192.0.2.1 192.0.2.2 192.0.2.3
d50.a.test 192.0.2.1
a.test 192.0.2.1
