--TEST--
Threads that open the first stream of a kind at once replace the operations of that kind once
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php
PHP_ZTS or die('skip needs a PHP with threads (ZTS)');
is_executable(dirname((string) getenv('TEST_PHP_EXECUTABLE')) . '/php-config') && exec('command -v cc') or die('skip needs cc and php-config');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--FILE--
<?php
require_once __DIR__ . '/../pgsql/connect.inc';
require_once __DIR__ . '/../inc/child.php';

$module = tempnam(sys_get_temp_dir(), 'tables');
$flags = shell_exec(dirname(getenv('TEST_PHP_EXECUTABLE')) . '/php-config --includes');
echo shell_exec('cc -shared -fPIC -O1 -o ' . escapeshellarg("$module.so") . ' ' . escapeshellarg(__DIR__ . '/threads.c')
    . ' ' . trim($flags) . ' -DZEND_COMPILE_DL_EXT=1 -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 2>&1');
$source = 'pgsql:' . strtr(trim(pg_string()), ' ', ';');

// What a thread does when all threads are there: the code before the barrier, and the code behind it.
$kinds = [
    'large object' => ["\$pdo = new PDO('$source'); \$pdo->beginTransaction(); \$id = \$pdo->pgsqlLOBCreate();", <<<'CODE'
        $stream = $pdo->pgsqlLOBOpen($id, 'w+');
        fwrite($stream, 'text');
        rewind($stream);
        echo fread($stream, 10) . "\n";
        unset($stream);
        CODE],
    'phar' => ['', <<<'CODE'
        if (class_exists('Phar')) {
            $stream = fopen("phar://$archive/entry", 'r');
            echo fread($stream, 10) . "\n";
            fclose($stream);
        } else {
            echo "text\n";
        }
        CODE],
    'Fiber' => ['', <<<'CODE'
        $fiber = new Fiber(function () { Fiber::suspend('text'); });
        echo $fiber->start() . "\n";
        unset($fiber);
        CODE],
];
$archive = "$module.tar";
if (class_exists('PharData')) {
    (new PharData($archive))->addFromString('entry', 'text');
}
foreach ($kinds as $kind => [$before, $after]) {
    echo "-- $kind\n";
    // The main thread installs the hooks; the threads wait for one moment.
    $code = 'Async\suspend(); $thread = ' . var_export("Async\\suspend(); \$archive = '$archive'; $before time_sleep_until(" . (microtime(true) + 2) . "); $after", true)
        . '; threads_run($thread, $thread, $thread);';
    [$output, $status] = run_php($code, '-d extension=' . escapeshellarg("$module.so"));
    echo "{$output}status $status\n";
}
array_map(unlink(...), array_filter([$module, "$module.so", $archive], file_exists(...)));
?>
--EXPECT--
-- large object
text
text
text
status 0
-- phar
text
text
text
status 0
-- Fiber
text
text
text
status 0
