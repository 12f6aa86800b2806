--TEST--
opcache: a preloaded file with keyword forms works (SY-25, OPT-03)
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!is_at_hand('opcache')) die('skip no opcache');
if (PHP_OS_FAMILY === 'Windows') die('skip no preloading');
skip_under_tools('stock PHP leaks when it preloads');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$file = __DIR__ . '/preload.tmp.php';
file_put_contents($file, <<<'PHP'
    <?php
    namespace Library;

    final class Task
    {
        public static function run(): string
        {
            return await spawn {
                suspend;
                return __CLASS__ . ' ' . __LINE__;
            };
        }
    }
    function work(): string
    {
        return await spawn strrev('krow');
    }
    PHP);
$root = posix_getuid() === 0 ? '-d opcache.preload_user=root' : '';
[$output, $status] = run_php(
    "echo Library\\Task::run(), ', ', Library\\work(), ', ', basename((new ReflectionFunction('Library\\work'))->getFileName()), \"\\n\";
    echo json_encode(opcache_get_status()['preload_statistics']['functions']), count(get_included_files()), \"\\n\";",
    loading('opcache') . "-d opcache.enable=1 -d opcache.enable_cli=1 -d opcache.jit=0 -d opcache.preload=$file $root"
);
echo $output, $status, "\n";
unlink($file);
?>
--EXPECT--
Library\Task 10, work, preload.tmp.php
["Library\\work"]0
0
