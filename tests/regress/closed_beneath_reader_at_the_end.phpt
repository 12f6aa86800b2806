--TEST--
A stream is not closed under a reading coroutine: in the last phase of a shutdown, after exit(), in an output handler (D15, D21, D28)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$begin = <<<'CODE'
    use function Async\{spawn, protect, delay, suspend};
    ini_set('display_errors', '0');
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

    CODE;
show_php('forced', $begin . <<<'CODE'
    spawn(fn() => protect(function () use ($a) { try { delay(10000); } finally { var_dump(fclose($a)); } }));
    spawn(fn() => protect(function () use ($a) { try { delay(10000); } finally { try { fclose($a); } catch (TypeError $e) { echo "closed already\n"; } } }));
    spawn(fn() => protect(function () use ($a) { fgets($a); echo "never\n"; }));
    spawn(fn() => throw new Exception('one'));
    spawn(fn() => protect(function () { delay(5); throw new Exception('two'); }));
    protect(fn() => delay(10000));
    CODE);
show_php('forced, then a fatal error', $begin . <<<'CODE'
    class Slow extends php_user_filter {
        function filter($in, $out, &$consumed, bool $closing): int {
            protect(function () {
                try { delay(10000); } finally { suspend(); suspend(); echo "fatal error\n"; trigger_error('fatal', E_USER_ERROR); }
            });
        }
    }
    stream_filter_register('slow', Slow::class);
    stream_filter_append($a, 'slow', STREAM_FILTER_READ);
    fwrite($b, "a line\n");
    register_shutdown_function(function () { echo "shutdown function\n"; });
    spawn(fn() => protect(fn() => fgets($a)));
    spawn(fn() => throw new Exception('one'));
    spawn(fn() => protect(function () { delay(5); throw new Exception('two'); }));
    protect(function () use ($a) { try { delay(10000); } finally { echo "main closes\n"; fclose($a); echo "never\n"; } });
    CODE);
show_php('exit', $begin . <<<'CODE'
    class D { function __construct(public $s) {} function __destruct() { echo fclose($this->s) ? "closed\n" : "stays open\n"; } }
    spawn(function () use ($a) { $d = new D($a); delay(10000); });
    spawn(function () use ($a) { fgets($a); echo "never\n"; });
    suspend();
    exit(3);
    CODE);
show_php('output handler', $begin . <<<'CODE'
    spawn(function () use ($a) { echo json_encode(fgets($a)), "\n"; });
    suspend();
    $closed = null;
    ob_start(function ($text) use ($a, &$closed) { $closed = fclose($a); return $text; });
    ob_end_flush();
    var_dump($closed, error_get_last()['message']);
    fwrite($b, "a line\n");
    CODE);
?>
--EXPECT--
-- forced
bool(true)
closed already
status 255
-- forced, then a fatal error
main closes
fatal error
shutdown function
status 255
-- exit
stays open
status 3
-- output handler
bool(false)
string(66) "fclose(): The stream is in use by another coroutine and stays open"
"a line\n"
status 0
