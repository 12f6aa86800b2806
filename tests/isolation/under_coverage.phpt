--TEST--
Code coverage of work in isolated scopes has the lines of the same work in other scopes: xdebug, pcov
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
if (!is_file(ini_get('extension_dir') . '/xdebug.so') && !is_file(ini_get('extension_dir') . '/pcov.so')) die('skip neither xdebug nor pcov is there');
if (ini_get('opcache.jit_buffer_size')) die('skip xdebug and the JIT do not go together');
skip_without();
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$folder = __DIR__ . '/covered.' . getmypid();
mkdir($folder);
file_put_contents("$folder/covered.php", <<<'PHP'
<?php
namespace Covered;

class Registry
{
    public static array $seen = [PHP_VERSION_ID];
    public static ?Registry $instance = null;
    private static int $count = self::FIRST + 1;
    const FIRST = 4;

    public static function get(): static
    {
        return self::$instance
            ??= new static;
    }
    public function add(string $user): int
    {
        static $added = 0;
        global $page;
        $page = "page of $user";
        self::$seen[] = $user;
        if (count(self::$seen) > 100) {
            return -1;
        }
        return ++$added
            + self::$count++;
    }
    public function __destruct()
    {
        \Async\suspend();
        self::$seen = [];
    }
    public function never()
    {
        return 'never';
    }
}
class Child extends Registry
{
    public static array $seen = [
        'child',
    ];
}
function fails(string $user): void
{
    try {
        throw new \RuntimeException($user);
    } catch (\RuntimeException $e) {
        trigger_error('failed', E_USER_WARNING);
    } finally {
        \Async\delay(1);
    }
    if ($user === 'none') {
        echo 'not';
        echo 'reached';
    }
}
function work(string $user): void
{
    set_error_handler(function ($level, $message) {
        return true;
    });
    register_shutdown_function(function () use ($user) {
        Registry::$seen[] = "end of $user";
    });
    ob_start();
    $registry = Child::get();
    \Async\suspend();
    foreach ([1, 2] as $n) {
        echo $registry->add($user);
    }
    $more = (fn() => yield from numbers())();
    foreach ($more as $n) {
        echo $n;
    }
    fails($user);
    include __DIR__ . '/included.php';
    match (true) {
        $user === 'none' => never(),
        default => strlen($user),
    };
    ob_end_clean();
    $_GET['user'] = $user;
    restore_error_handler();
    $registry = Registry::$instance = null;
}
function numbers()
{
    yield 1;
    \Async\delay(1);
    yield 2;
}
function never()
{
    return 1;
}
PHP);
file_put_contents("$folder/included.php", <<<'PHP'
<?php
$included = ($included ?? 0)
    + 1;
if ($included > 1) {
    echo 'twice';
}
PHP);

/** @return array<string, array<int, int>> lines of both files */
function coverage(string $folder, string $options, string $start, string $collect, string $work): array
{
    [$output] = run_php("
        use Async\\Scope;
        use function Async\\{await, suspend};
        \$files = ['$folder/covered.php', '$folder/included.php'];
        $start;
        require \$files[0];
        $work
        // After the shutdown functions of the work.
        register_shutdown_function(function () use (\$files) {
            \$lines = $collect;
            foreach (\$files as \$file) ksort(\$lines[\$file]);
            echo json_encode([\$lines[\$files[0]], \$lines[\$files[1]]]);
        });", "$options -d opcache.jit=disable");
    return json_decode($output, true) ?? [[], [$output]];
}
$works = [];
foreach (['new Scope' => 'new Scope', 'isolated' => 'Scope::isolated()', 'isolated and caught' => 'Scope::isolated(catchExit: true)'] as $name => $scope) {
    $works[$name] = "for (\$i = 0; \$i < 4; \$i++) { \$scopes[] = \$scope = $scope; \$scope->spawn('Covered\\work', \"user \$i\"); }
       foreach (\$scopes as \$scope) { \$scope->awaitCompletion(); \$scope->dispose(); }";
}
// The first one loads the file that is included, and calls all functions for the first time.
$works['begun inside'] = "\$first = Scope::isolated(); await(\$first->spawn('Covered\\work', 'user 0')); " . $works['isolated'];
$tools = [
    'xdebug' => [(extension_loaded('xdebug') ? '' : '-d zend_extension=xdebug') . ' -d xdebug.mode=coverage',
        'xdebug_start_code_coverage(XDEBUG_CC_UNUSED | XDEBUG_CC_DEAD_CODE)', 'xdebug_get_code_coverage()'],
    'pcov' => ["-d extension=pcov -d pcov.directory=$folder", 'pcov\start()', 'pcov\collect(pcov\inclusive, $files)'],
];
foreach ($tools as $tool => $of) {
    $is_there = is_file(ini_get('extension_dir') . "/$tool.so") && ($tool === 'xdebug' || !extension_loaded('xdebug'));
    foreach ($works as $name => $work) {
        $lines = $is_there ? coverage($folder, ...$of, work: $work) : null;
        $expected ??= $lines;
        echo "$tool, $name: ", $lines === $expected ? 'same' : json_encode([$lines, $expected]), "\n";
    }
    if ($expected) {
        $executed = count(array_filter($expected[0], fn($times) => $times > 0));
        echo $executed > 30 ? '' : "only $executed lines were executed\n";
    }
    $expected = null;
}
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
xdebug, new Scope: same
xdebug, isolated: same
xdebug, isolated and caught: same
xdebug, begun inside: same
pcov, new Scope: same
pcov, isolated: same
pcov, isolated and caught: same
pcov, begun inside: same
