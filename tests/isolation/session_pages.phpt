--TEST--
Sessions: pages of all kinds, all at once in isolated scopes, do what each does in a process of its own
--EXTENSIONS--
session
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--INI--
session.use_strict_mode=0
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/session_pages.inc';
use Async\Scope;
use function Async\{awaitAll, spawn};

const AT_ONCE = true;
$base = sys_get_temp_dir() . '/session-pages-' . uniqid(getmypid() . '-');
mkdir($base);

function in_process(string $name): array
{
    global $base;
    $dir = folder_for($base, $name);
    $script = "$dir.php";
    file_put_contents($script, '<?php require ' . var_export(__DIR__ . '/session_pages.inc', true) . '; Page::$dir = ' . var_export($dir, true)
        . '; ob_start(); run_page(' . var_export($name, true) . ');');
    shell_exec('env -i ' . php_command('-d output_buffering=0 -d session.gc_probability=0 ' . escapeshellarg($script),
        getenv('TEST_PHP_CGI_EXECUTABLE')) . ' >/dev/null 2>&1');
    unlink($script);
    return result_of($dir);
}

function in_scope(string $name): void
{
    global $base;
    $dir = folder_for($base, $name);
    $scope = Scope::isolated(catchExit: true);
    $page = $scope->spawn(function () use ($name, $dir) {
        Page::$dir = $dir;
        header('X-Powered-By: PHP/' . PHP_VERSION);
        ob_start();
        try {
            run_page($name);
        } catch (Exception $e) {
            // As PHP does where no coroutine ends.
            $handler = set_exception_handler(null);
            $handler($e);
        }
    });
    $scope->awaitCompletion();
    $scope->dispose();
}

function all_at_once(): void
{
    $names = array_keys(PAGES);
    shuffle($names);
    awaitAll(array_map(fn($name) => spawn(in_scope(...), $name), $names));
    while (Async\stats()['isolations'] > 0) {
        Async\delay(1);
    }
}

function descriptors(): int
{
    return count(scandir('/proc/self/fd'));
}

$expected = [];
foreach (array_chunk(array_keys(PAGES), 4) as $names) {
    $expected += array_combine($names, awaitAll(array_map(fn($name) => spawn(in_process(...), $name), $names))[0]);
}
ini_set('session.gc_probability', 0);
all_at_once();
array_map(fn($name) => result_of($base . '/' . strtr($name, ' ,', '__')), array_keys(PAGES));
$open = descriptors();
for ($round = 0; $round < 3; $round++) {
    all_at_once();
    foreach (array_keys(PAGES) as $name) {
        $result = result_of($base . '/' . strtr($name, ' ,', '__'));
        if ($result !== $expected[$name]) {
            echo "-- $name\n", implode("\n", array_diff($expected[$name], $result)), "\n instead of\n", implode("\n", array_diff($result, $expected[$name])), "\n";
        }
    }
}
echo count($expected) >= 35 ? 'many' : count($expected), ' pages, ', descriptors() - $open, " descriptors left\n";
var_dump(session_id(), session_status(), session_name(), isset($_SESSION), session_module_name(), count(array_filter($expected)));
rmdir($base);
?>
--EXPECTF--
many pages, 0 descriptors left
string(0) ""
int(1)
string(9) "PHPSESSID"
bool(false)
string(5) "files"
int(%d)
