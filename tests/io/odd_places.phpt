--TEST--
Waits inside Fibers, destructors, generators, output callbacks and shutdown functions do not fail (D22, D33, P10)
--FILE--
<?php
use function Async\{spawn, await, delay};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$later = function (string $text) use ($b) {
    spawn(function () use ($text, $b) {
        delay(20);
        fwrite($b, $text);
    });
};
$inside = fn(callable $body) => await(spawn($body));

echo 'Fiber: ', $inside(function () use ($a, $later) {
    $later('fiber');
    $fiber = new Fiber(function () use ($a) {
        $x = Fiber::suspend('suspended');
        usleep(1000);
        return "$x " . fread($a, 10);
    });
    $r = $fiber->start();
    $fiber->resume('resumed');
    return "$r, " . $fiber->getReturn();
}), "\n";

echo 'generator: ', $inside(function () use ($a, $later) {
    $generate = function () use ($a) {
        usleep(1000);
        yield 'first';
        yield fread($a, 10);
    };
    $later('second');
    return implode(' ', iterator_to_array($generate(), false));
}), "\n";

final class Waits
{
    function __construct(private $stream) {}
    function __destruct()
    {
        usleep(1000);
        echo 'destructor: ', fread($this->stream, 20), "\n";
    }
}
$inside(function () use ($a, $later) {
    $later('from a local');
    $waits = new Waits($a);
});

echo 'sort callback: ', $inside(function () {
    $list = [3, 1, 2];
    usort($list, function ($x, $y) {
        usleep(1000);
        return $x <=> $y;
    });
    return implode($list);
}), "\n";

echo 'callbacks of stock functions: ', $inside(fn() => preg_replace_callback('/./', function ($m) {
    usleep(1000);
    return strtoupper($m[0]);
}, 'abc')), "\n";

register_shutdown_function(function () use ($a, $b) {
    fwrite($b, 'plain');
    $start = hrtime(true);
    usleep(20000);
    echo 'shutdown function: ', fread($a, 10), ' ', (hrtime(true) - $start) / 1e6 >= 20 ? 'waited' : 'did not wait', "\n";
    stream_set_timeout($a, 0, 10000);
    var_dump(fread($a, 10), stream_get_meta_data($a)['timed_out']);
});
?>
--EXPECT--
Fiber: suspended, resumed fiber
generator: first second
destructor: from a local
sort callback: 123
callbacks of stock functions: ABC
shutdown function: plain waited
bool(false)
bool(true)
