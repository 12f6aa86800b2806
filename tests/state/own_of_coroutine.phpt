--TEST--
Each coroutine has its own strtok(), error_get_last(), preg_last_error(), output buffers, @, locals and Fibers (docs/shared-state.md)
--INI--
error_reporting=E_ALL
--FILE--
<?php
require __DIR__ . '/shared.inc';
use function Async\{spawn, suspend, await};

show_sharing([
    'error_get_last' => [fn() => error_get_last()['message'] ?? null, fn($v) => @trigger_error($v), 'a', 'b'],
    'preg_last_error' => [preg_last_error(...),
        fn($v) => preg_match($v === PREG_BAD_UTF8_ERROR ? '/./u' : '/(?:\D+|<\d+>)*[!?]/', "foobar foobar foobar\xff"),
        PREG_BAD_UTF8_ERROR, PREG_BACKTRACK_LIMIT_ERROR],
    'ob_start' => [ob_get_contents(...), function ($v) { ob_start(fn() => ''); echo $v; }, 'a', 'b'],
    'ob_get_level' => [ob_get_level(...), function ($v) { while (ob_get_level() < $v) ob_start(); }, ob_get_level() + 2, ob_get_level() + 1],
]);
$tokens = function (string $text) {
    $found = [strtok($text, ' ')];
    suspend();
    while (($token = strtok(' ')) !== false) { $found[] = $token; suspend(); }
    return implode(',', $found);
};
$both = [spawn($tokens, 'a b c'), spawn($tokens, '1 2 3')];
echo implode(' ', array_map(Async\await(...), $both)), "\n";
$c = spawn(fn() => @array_map(function () { suspend(); return error_reporting(); }, [1])[0] !== E_ALL);
$d = spawn(fn() => error_reporting() === E_ALL);
var_dump(await($c), await($d));
?>
--EXPECT--
error_get_last: own
preg_last_error: own
ob_start: own
ob_get_level: own
a,b,c 1,2,3
bool(true)
bool(true)
