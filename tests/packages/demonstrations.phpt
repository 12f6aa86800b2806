--TEST--
The demonstrations with Guzzle and Messenger: the same work, at least four times as fast at once
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('symfony/messenger', 'symfony');
is_dir(getenv('ASYNC_TEST_VENDOR') . '/guzzlehttp/guzzle') || die('skip needs guzzlehttp/guzzle');
is_dir(__DIR__ . '/../../examples/guzzle-pages') || die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* A vendor folder that has our package besides, as Composer makes it. */
$vendor = sys_get_temp_dir() . '/demonstrations' . uniqid(getmypid() . '_');
mkdir($vendor);
file_put_contents("$vendor/autoload.php", '<?php require ' . var_export(getenv('ASYNC_TEST_VENDOR') . '/autoload.php', true) . ';
    spl_autoload_register(function ($class) {
        if (str_starts_with($class, "Async\\\\Symfony\\\\")) {
            require ' . var_export(realpath(__DIR__ . '/../../packages/symfony/src'), true) . ' . strtr(substr($class, 13), "\\\\", "/") . ".php";
        }
    });');
putenv("VENDOR=$vendor");
foreach (['guzzle-pages', 'messenger-worker'] as $name) {
    $output = shell_exec(php_command(escapeshellarg(__DIR__ . "/../../examples/$name/run.php")) . ' 2>&1');
    $times = preg_match_all('~ in (\d+\.\d+) s~', $output, $match) === 2 ? $match[1] : die($output);
    echo preg_replace('~\d+\.\d+ s~', 'N s', $output), $times[0] >= 5 && $times[1] * 4 < $times[0] ? "faster\n" : "$times[0], $times[1]\n";
}
unlink("$vendor/autoload.php");
rmdir($vendor);
?>
--EXPECT--
stock.php: 50 pages in N s; the last one: This is /page/50
async.php: 50 pages in N s; the last one: This is /page/50
faster
Messenger's worker: 50 messages, 791 bytes in N s
20 messages at once: 50 messages, 791 bytes in N s
faster
