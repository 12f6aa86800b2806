--TEST--
A fatal error in PHP code that C code has called, after that code has waited: the end of stock PHP, with other coroutines parked (P12, D43)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* Each program calls fail() out of C code, once. */
$programs = [
    'usort' => 'usort($list, function () { fail(); return 0; });',
    'uksort' => 'uksort($list, function () { fail(); return 0; });',
    'array_map' => 'array_map(fn() => fail(), $list);',
    'array_filter' => 'array_filter($list, fn() => fail());',
    'array_walk' => 'array_walk($list, fn() => fail());',
    'array_walk_recursive' => '$deep = [[1, [2]]]; array_walk_recursive($deep, fn() => fail());',
    'array_udiff' => 'array_udiff($list, [2], fn() => fail());',
    'preg_replace_callback' => 'preg_replace_callback("/a/", fn() => fail(), "aa");',
    'preg_replace_callback_array' => 'preg_replace_callback_array(["/a/" => fn() => fail()], "aa");',
    'call_user_func' => 'call_user_func("fail");',
    'iterator_apply' => 'iterator_apply(new ArrayIterator([1, 2]), fn() => fail());',
    'iterator_to_array' => 'iterator_to_array((function () { fail(); yield 1; })());',
    'yield from' => 'foreach ((function () { yield from (function () { yield 1; fail(); })(); })() as $x);',
    'heap' => '$h = new class extends SplMinHeap { function compare($a, $b): int { fail(); return 0; } }; $h->insert(1); $h->insert(2);',
    'priority queue' => '$h = new class extends SplPriorityQueue { function compare($a, $b): int { fail(); return 0; } }; $h->insert(1, 1); $h->insert(2, 2);',
    'uasort of an ArrayObject' => '$a = new ArrayObject([2, 1]); $a->uasort(function () { fail(); return 0; });',
    'object storage' => '$s = new class extends SplObjectStorage { function getHash($o): string { fail(); return "x"; } }; $s[new stdClass] = 1;',
    'filter iterator' => 'iterator_count(new CallbackFilterIterator(new ArrayIterator([1, 2]), fn() => fail()));',
    'deleting list' => '$l = new SplQueue; $l->setIteratorMode(1); $l[] = new Failing; $l[] = 1; foreach ($l as $x) { $x = null; }',
    'json_encode' => 'json_encode([1, new Failing(2), new Failing(2)]);',
    'serialize' => 'serialize([[new Failing(3)], new Failing(3)]);',
    'unserialize' => 'unserialize(\'a:1:{i:0;O:7:"Failing":1:{i:0;i:9;}}\');',
    'print_r' => 'print_r([new Failing(4)], true);',
    'var_dump' => 'ob_start(); var_dump([new Failing(4)]); ob_end_clean();',
    'text' => '$x = "a" . new Failing(5);',
    'compare' => '$x = [new Failing(5)] == ["a"];',
    'implode' => 'implode(",", [1, new Failing(5)]);',
    'get' => '$x = (new Failing(6))->none;',
    'set' => '$f = new Failing(6); $f->none = 1;',
    'isset' => '$x = isset((new Failing(6))->none);',
    'unset' => '$f = new Failing(6); unset($f->none);',
    'call' => '(new Failing(6))->none();',
    'static call' => 'Failing::none();',
    'array access' => '$x = (new Failing(6))[1];',
    'count' => 'count(new Failing(6));',
    'clone' => '$x = clone new Failing(7);',
    'destructor' => 'new Failing;',
    'destructor of an array' => '$a = [1, new Failing, 2]; unset($a);',
    'destructor in the collector' => '$f = new Failing; $f->self = $f; unset($f); gc_collect_cycles();',
    'old value' => '$f = new Failing; $f = 1;',
    'autoload' => 'spl_autoload_register(fn() => fail()); class_exists("Unknown");',
    'autoload of a parent' => 'spl_autoload_register(fn() => fail()); eval("class Child extends Unknown {}");',
    'constant' => 'spl_autoload_register(fn() => fail()); class Constants { const A = Unknown::B; } echo Constants::A;',
    'error handler' => 'set_error_handler(fn() => fail()); echo $undefined;',
    'exception handler' => 'set_exception_handler(fn() => fail()); throw new Exception("x");',
    'assert' => 'ini_set("assert.exception", 0); assert_options(ASSERT_CALLBACK, fn() => fail()); assert(false);',
    'tick' => 'declare(ticks=1); register_tick_function(fn() => fail()); $x = 1;',
    'include' => 'include "failing://file";',
    'file_get_contents' => 'file_get_contents("failing://file");',
    'file_put_contents' => 'file_put_contents("failing://file", "x");',
    'opendir' => 'scandir("failing://dir");',
    'stat' => 'file_exists("failing://file");',
    'rename' => 'rename("failing://a", "failing://b");',
    'fclose' => '$f = fopen("waiting://file", "r"); fclose($f);',
    'fread' => '$f = fopen("waiting://file", "r"); fread($f, 9);',
    'filter' => 'stream_filter_register("failing", "Filter"); $f = tmpfile(); stream_filter_append($f, "failing"); fwrite($f, "x");',
    'filter at close' => 'stream_filter_register("failing", "Filter"); $f = tmpfile(); stream_filter_append($f, "failing", STREAM_FILTER_WRITE); fclose($f);',
    'session' => 'session_set_save_handler(new Session, true); session_start(["use_cookies" => 0]);',
    'header callback' => 'header_register_callback(fn() => fail()); echo "x"; flush();',
    'closure from a method' => '$c = Closure::fromCallable([new Failing(6), "none"]); $c();',
    'reflection' => '(new ReflectionFunction("fail"))->invoke();',
    'attribute' => '#[Attribute] class A { function __construct() { fail(); } } $r = new ReflectionFunction(#[A] fn() => 1); $r->getAttributes()[0]->newInstance();',
    'fiber' => '$f = new Fiber(function () { Fiber::suspend(); fail(); }); $f->start(); $f->resume();',
    'eval' => 'eval("fail();");',
];

$common = <<<'PHP'
class Failing implements JsonSerializable, ArrayAccess, Countable
{
    public $self;
    function __construct(private $kind = 0) {}
    function __destruct() { if ($this->kind === 0) { fail(); } }
    function jsonSerialize(): mixed { fail(); return 1; }
    function __serialize(): array { fail(); return []; }
    function __unserialize(array $data): void { $this->kind = 9; fail(); }
    function __debugInfo() { fail(); return []; }
    function __toString(): string { fail(); return 'a'; }
    function __get($name) { fail(); }
    function __set($name, $value) { fail(); }
    function __isset($name) { fail(); return true; }
    function __unset($name) { fail(); }
    function __call($name, $arguments) { fail(); }
    static function __callStatic($name, $arguments) { fail(); }
    function __clone() { fail(); }
    function offsetGet($key): mixed { fail(); return 1; }
    function offsetSet($key, $value): void { fail(); }
    function offsetExists($key): bool { fail(); return true; }
    function offsetUnset($key): void { fail(); }
    function count(): int { fail(); return 1; }
}
class Wrapper
{
    public $context;
    function stream_open($path) { if ($path[0] === 'f') { fail(); } return true; }
    function stream_read($size) { fail(); return ''; }
    function stream_eof() { return true; }
    function stream_stat() { return []; }
    function stream_close() { fail(); }
    function stream_set_option($option, $one, $two) { return false; }
    function url_stat($path, $flags) { fail(); return false; }
    function dir_opendir($path, $options) { fail(); return false; }
    function rename($from, $to) { fail(); return false; }
}
class Filter extends php_user_filter
{
    function filter($in, $out, &$consumed, bool $closing): int
    {
        fail();
        while ($bucket = stream_bucket_make_writeable($in)) { stream_bucket_append($out, $bucket); }
        return PSFS_PASS_ON;
    }
}
stream_wrapper_register('failing', 'Wrapper');
stream_wrapper_register('waiting', 'Wrapper');
register_shutdown_function(function () { echo "shutdown\n"; });
$list = [2, 1];
PHP;

// PHP may have been built without it.
if (extension_loaded('session')) {
    $common .= <<<'PHP'

class Session implements SessionHandlerInterface
{
    function open($path, $name): bool { fail(); return true; }
    function close(): bool { return true; }
    function read($id): string { return ''; }
    function write($id, $data): bool { return true; }
    function destroy($id): bool { return true; }
    function gc($age): int { return 0; }
    // 8.6 asks for these two, and calls them where their interfaces are implemented.
    function create_sid(): string { return bin2hex(random_bytes(16)); }
    function validateId($id): bool { return true; }
}
PHP;
} else {
    unset($programs['session']);
}

$ends = [
    'error' => 'trigger_error("failure", E_USER_ERROR);',
    'memory limit' => 'str_repeat("x", 1 << 30);',
];
/* The plain program, and the same in a coroutine beside parked ones, where fail() waits first. */
$stock = 'function wait() {} function task() { global $list; BODY } task(); echo "not reached\n";';
$ours = <<<'PHP'
function wait() { Async\suspend(); Async\delay(1); }
function task() { global $list; BODY }
foreach ([fn() => Async\delay(60_000), fn() => usort($GLOBALS['other'], fn() => Async\delay(60_000)), fn() => Async\await(Async\spawn(fn() => Async\delay(60_000)))] as $beside) {
    Async\spawn($beside);
}
$other = [1, 2];
Async\await(Async\spawn('task'));
echo "not reached\n";
PHP;

/** Does PHP without the extension crash at the end? PHP 8.5 does when it frees the list of "deleting list". */
function stock_crashes(string $code): bool
{
    $file = __DIR__ . '/fatal_in_callbacks.tmp.php';
    file_put_contents($file, "<?php $code");
    $php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY);
    exec("$php -n -d memory_limit=64M " . escapeshellarg($file) . ' >/dev/null 2>&1; exit $?', $output, $status);
    unlink($file);
    return $status > 128;
}

function plain(string $output): string
{
    $output = preg_replace('/^  (in|by|spawned|awaited) .*\n/m', '', $output);
    return preg_replace(['/ on line \d+/', '/#\d+ .*\n/', '/tried to allocate \d+/'], '', $output);
}

// Memory has no limit under tools, and a process takes long.
$step = getenv('ASYNC_TEST_TOOL') ? 5 : 1;
$number = 0;
foreach ($programs as $name => $body) {
    $number++;
    foreach ($ends as $end => $failure) {
        if ($end === 'memory limit' ? $step > 1 || $number % 3 !== 0 : $number % $step !== 0) {
            continue;
        }
        $fail = 'function fail() { static $failed = false; if (!$failed) { $failed = true; wait(); ' . $failure . ' } return true; }';
        $answers = $codes = [];
        foreach ([$stock, $ours] as $program) {
            $codes[] = $code = "$common\n" . str_replace('BODY', $body, $program) . "\n$fail";
            [$output, $status] = run_php($code, '-d memory_limit=64M -d display_errors=1 -d html_errors=0 ');
            $answers[] = "status $status\n" . plain($output);
        }
        if (preg_match('/^status (1[3-9]\d)\n/', $answers[0]) && stock_crashes($codes[0])) {
            // What was said before the crash counts. In a coroutine the same may happen, or not.
            $answers = preg_replace('/^status \d+/', 'status any', $answers);
        }
        if ($answers[0] !== $answers[1] || !str_contains($answers[0], 'Fatal error') || !str_contains($answers[0], 'shutdown')) {
            echo "--- $name, $end\n$answers[0]--- in a coroutine\n$answers[1]";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
