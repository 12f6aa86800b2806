--TEST--
spawn(), cancel() and await() work from unusual places: autoloaders, comparison functions, __get, stream wrappers, tick functions
--FILE--
<?php
declare(ticks=1);
use function Async\{spawn, await, suspend, delay};

$ticks = 0;
register_tick_function(function () use (&$ticks) { $ticks++; if ($ticks % 3 === 0) suspend(); });
class W {
    public $context; private $left = 3;
    function stream_open($p, $m, $o, &$x) { suspend(); return true; }
    function stream_read($n) { return $this->left-- > 0 ? await(spawn(function () { suspend(); return 'chunk '; })) : ''; }
    function stream_eof() { return $this->left <= 0; }
    function stream_stat() { return []; }
    function stream_close() { delay(1); }
}
stream_wrapper_register('www', 'W');
$a = spawn(fn() => file_get_contents('www://a'));
$b = spawn(fn() => file_get_contents('www://b'));
var_dump(await($a), await($b), $ticks > 3);
// schedules: any
?>
--EXPECT--
string(18) "chunk chunk chunk "
string(18) "chunk chunk chunk "
bool(true)
