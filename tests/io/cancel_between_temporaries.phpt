--TEST--
A cancellation thrown by a stock function in the middle of an expression leaks no temporary of the expression (D11)
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{spawn, suspend, await};

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$read = fread(...);
$shapes = [
    'operand' => fn() => str_repeat('x', 100) . fread($a, 10),
    'string' => fn() => "{$read($a, 10)} " . "a {$read($a, 10)} b",
    'string in the middle' => fn() => strrev('abc') . "a $b {$read($a, 10)} b {$read($a, 10)}",
    'silence' => fn() => @fread($a, 10),
    'array' => fn() => [str_repeat('x', 100) => fread($a, 10)],
    'loop' => function () use ($a) { foreach (str_split('abc') as $x) return fread($a, 10); },
    'finally' => function () use ($a) { try { return str_repeat('x', 100); } finally { fread($a, 10); } },
    'exception' => function () use ($a) { try { throw new LogicException('first'); } finally { fread($a, 10); } },
];
foreach ($shapes as $name => $shape) {
    $c = spawn(function () use ($shape) {
        try {
            $shape();
        } catch (Async\AsyncCancellation $e) {
            return [error_reporting() === E_ALL, $e->getPrevious()?->getMessage()];
        }
    });
    suspend();
    $c->cancel();
    echo $name, ' ', json_encode(await($c)), "\n";
}
?>
--EXPECT--
operand [true,null]
string [true,null]
string in the middle [true,null]
silence [true,null]
array [true,null]
loop [true,null]
finally [true,null]
exception [true,"first"]
