--TEST--
opcache: files with keyword forms are cached in memory and on disk (SY-25, OPT-03)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!is_at_hand('opcache')) die('skip no opcache');
?>
--INI--
error_reporting=E_ALL
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$folder = __DIR__ . '/opcache.tmp';
@mkdir("$folder/cache", recursive: true);
file_put_contents("$folder/library.php", <<<'PHP'
    <?php
    namespace Library;

    class Task
    {
        public const NAME = 'task';

        public static function run(): string
        {
            return await spawn {
                suspend;
                return self::NAME . ' ' . __LINE__;
            };
        }
    }
    function work(): string
    {
        return await spawn strrev('krow');
    }
    "\400";
    PHP);
file_put_contents("$folder/alone.php", "<?php\nfunction alone() {\n    suspend;\n    return 'alone';\n}\n");
file_put_contents("$folder/main.php", <<<'PHP'
    <?php
    require_once __DIR__ . '/library.php';
    require_once __DIR__ . '/alone.php';
    Async\spawn(function () {
        echo 'others ran, ';
    });
    echo alone(), ', ', Library\Task::run(), ', ', Library\work(), "\n";
    $status = opcache_get_status();
    foreach (['main', 'library', 'alone'] as $name) {
        echo $name, isset($status['scripts'][__DIR__ . "/$name.php"]) || opcache_is_script_cached(__DIR__ . "/$name.php") ? ' cached ' : ' not cached ';
    }
    echo "\n";
    PHP);

$options = loading('opcache')
    . "-d opcache.enable=1 -d opcache.enable_cli=1 -d opcache.file_update_protection=0 -d opcache.jit=0 -d error_reporting=0 ";
foreach ([
    'memory' => '',
    'optimised' => '-d opcache.optimization_level=-1',
    'file cache, written' => "-d opcache.file_cache=$folder/cache",
    'file cache, read' => "-d opcache.file_cache=$folder/cache",
    'file cache only' => "-d opcache.file_cache=$folder/cache -d opcache.file_cache_only=1",
] as $what => $more) {
    if ($what === 'file cache, read') {
        // The source is not read again, so the result comes from the cache.
        $source = file_get_contents("$folder/library.php");
        file_put_contents("$folder/library.php", '<?php broken source');
        $more .= ' -d opcache.validate_timestamps=0';
    }
    [$output, $status] = run_php("chdir('/'); require '$folder/main.php';", $options . $more);
    echo "-- $what\n$output$status\n";
    if ($what === 'file cache, read') {
        file_put_contents("$folder/library.php", $source);
    }
}
// Without the keywords, cached scripts with keywords are not used.
[$output, $status] = run_php("try { require '$folder/library.php'; } catch (ParseError \$e) { echo \$e->getLine(), \"\\n\"; }",
    "$options -d opcache.file_cache=$folder/cache -d async.syntax=0");
echo "-- file cache, without keywords\n$output$status\n";

// A script taken from memory raises its recorded warnings again, once each.
file_put_contents("$folder/warned.php", "<?php\nspawn { };\nreturn function (\$a = 1, \$b) { };");
[$output] = run_php(
    "foreach ([1, 2] as \$i) { ob_start(); include '$folder/warned.php'; echo substr_count(ob_get_clean(), 'Deprecated'), \"\\n\"; }",
    str_replace('error_reporting=0', 'error_reporting=-1', str_replace('file_update', 'record_warnings=1 -d opcache.file_update', $options))
);
echo $output;
?>
--CLEAN--
<?php
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/opcache.tmp', FilesystemIterator::SKIP_DOTS),
    RecursiveIteratorIterator::CHILD_FIRST) as $path) {
    $path->isDir() ? rmdir($path) : unlink($path);
}
rmdir(__DIR__ . '/opcache.tmp');
?>
--EXPECT--
-- memory
others ran, alone, task 12, work
main cached library cached alone cached 
0
-- optimised
others ran, alone, task 12, work
main cached library cached alone cached 
0
-- file cache, written
others ran, alone, task 12, work
main cached library cached alone cached 
0
-- file cache, read
others ran, alone, task 12, work
main cached library cached alone cached 
0
-- file cache only
others ran, alone, task 12, work
main not cached library not cached alone not cached 
0
-- file cache, without keywords
10
0
1
1
