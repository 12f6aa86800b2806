--TEST--
Warnings that a constructor turns into exceptions affect only the coroutine inside it (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Slow {
    public $context;
    function stream_open($path, $mode, $options, &$opened) { suspend(); suspend(); return !str_contains($path, 'missing'); }
    function url_stat($path, $flags) { suspend(); return []; }
    function stream_stat() { return []; }
    function stream_read($n) { return ''; }
    function stream_eof() { return true; }
}
stream_wrapper_register('slow', 'Slow');
$a = spawn(function () {
    try { new SplFileObject('slow://missing'); } catch (RuntimeException $e) { echo 'a: ', get_class($e), "\n"; }
});
$b = spawn(function () {
    suspend();
    echo 'b: ', var_export(@file_get_contents('/nonexistent/file'), true), "\n";
    trigger_error('b is a plain warning', E_USER_WARNING);
});
await($a);
await($b);
?>
--EXPECTF--
b: false

Warning: b is a plain warning in %s on line %d
a: RuntimeException
