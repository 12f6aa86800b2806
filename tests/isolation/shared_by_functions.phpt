--TEST--
What functions of PHP set and all isolations share, as docs/isolation.md says; a server finds the page of a script that calls exit() in its output handler
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Scope;
use function Async\await;

class Wrapper { function stream_open() { return true; } function stream_stat() { return []; } }
class Filter extends php_user_filter {}

/* How it is set to one of two values, and how it is read. */
$rows = [
    'stream_wrapper_register' => [fn($v) => $v ? stream_wrapper_register('mine', Wrapper::class) : stream_wrapper_unregister('mine'),
        fn() => in_array('mine', stream_get_wrappers())],
    'stream_filter_register' => [fn($v) => stream_filter_register("mine.$v", Filter::class),
        fn() => array_map(fn($v) => in_array("mine.$v", stream_get_filters()), [0, 1])],
    'spl_autoload_extensions' => [fn($v) => spl_autoload_extensions(".x$v"), fn() => spl_autoload_extensions()],
    'mt_srand' => [fn($v) => mt_srand($v), function () { $n = mt_rand(); mt_srand(0); return $n; }],
    'register_tick_function' => [fn($v) => $v ? register_tick_function('tick') : unregister_tick_function('tick'),
        function () { $n = $GLOBALS['ticks']->count(); eval('declare(ticks=1); $x = 1;'); return $GLOBALS['ticks']->count() > $n; }],
    'posix_get_last_error' => [fn($v) => $v ? posix_kill(getmypid(), 999) : posix_kill(99999999, 0), fn() => posix_get_last_error()],
    'textdomain' => [fn($v) => textdomain("domain$v"), fn() => textdomain(null)],
    'mb_regex_encoding' => [fn($v) => mb_regex_encoding($v ? 'UTF-8' : 'EUC-JP'), fn() => mb_regex_encoding()],
    'mysqli_report' => [fn($v) => mysqli_report($v), fn() => (new mysqli_driver)->report_mode],
    'chdir' => [fn($v) => chdir($v ? '/' : '/tmp'), fn() => getcwd()],
    'umask' => [fn($v) => umask($v ? 022 : 027), fn() => umask()],
    'putenv' => [fn($v) => putenv("SHARED_ENV=$v"), fn() => getenv('SHARED_ENV')],
];
$ticks = new ArrayObject;
function tick() { $GLOBALS['ticks'][] = 1; }

foreach ($rows as $name => [$set, $get]) {
    if (!function_exists($name)) {
        continue;
    }
    foreach ([1, 0, 1] as $value) {
        $one = Scope::isolated();
        await($one->spawn(function () use ($set, $value) { @$set($value); }));
        $here = $get();
        $set === $rows['mt_srand'][0] && await($one->spawn(fn() => $set($value)));
        $two = Scope::isolated();
        $there = await($two->spawn(fn() => $get()));
        if ($here !== $there) {
            echo "$name: ", json_encode([$here, $there]), "\n";
        }
        $seen[$name][json_encode($here)] = true;
        $one->dispose();
        $two->dispose();
    }
    if (count($seen[$name]) < 2) {
        echo "$name: both values look the same\n";
    }
}

/* The page of a script that calls exit(), with what it prints at its end. */
function page(string $user): string
{
    $scope = Scope::isolated(catchExit: true);
    $page = new ArrayObject;
    $scope->spawn(function () use ($user, $page) {
        ob_start(function (string $text) use ($page) {
            $page[] = http_response_code() . ' ' . implode(', ', preg_grep('/^X-/', headers_list())) . ": $text";
            return '';
        });
        header("X-User: $user");
        register_shutdown_function(function () { Async\delay(1); header('X-Late: yes'); echo ' and its end'; });
        echo "page of $user";
        Async\delay(1);
        http_response_code(404);
        exit;
    });
    $scope->awaitCompletion();
    return implode('; ', (array) $page);
}
$pages = array_map(fn($user) => Async\spawn(page(...), $user), ['Ann', 'Ben']);
foreach ($pages as $page) {
    echo await($page), "\n";
}
?>
--EXPECT--
404 X-User: Ann, X-Late: yes: page of Ann and its end
404 X-User: Ben, X-Late: yes: page of Ben and its end
