--TEST--
A cancellation that comes while temporaries are released, before a catch block and before an argument (D11)
--FILE--
<?php
use function Async\{spawn, suspend, await};

function fail()
{
    throw new LogicException('first');
}
/** Leaves pointers to freed strings where the arguments of the next calls will be. */
function litter(): void
{
    (fn(...$words) => implode($words))(...array_map(fn($i) => str_repeat('z', $i + 20), range(1, 60)));
}
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$shapes = [
    // The release of the array waits for the process.
    'catch' => function () {
        try {
            return [popen('exec sleep 5', 'r'), fail()];
        } catch (LogicException $e) {
            return 'taken';
        }
    },
    'finally' => function () {
        try {
            return [popen('exec sleep 5', 'r'), fail()];
        } finally {
            strlen('x');
        }
    },
    // The engine checks at the next call.
    'assignment before an argument' => function () {
        litter();
        $p = popen('exec sleep 5', 'r');
        $p = 'gone';
        return str_repeat('y', strlen(str_repeat('x', mt_rand(3, 3))));
    },
    'argument' => function () use ($a) {
        litter();
        return str_replace(str_repeat('x', 30), str_repeat('y', 30), fread($a, 10));
    },
];
foreach ($shapes as $name => $shape) {
    $c = spawn(function () use ($shape) {
        try {
            return $shape();
        } catch (Async\AsyncCancellation $e) {
            return ['cancelled', $e->getPrevious()?->getMessage()];
        }
    });
    while (($c->getAwaitingInfo()['type'] ?? '') === '') {
        suspend();
    }
    $c->cancel();
    echo $name, ' ', json_encode(await($c)), "\n";
}
?>
--EXPECT--
catch ["cancelled","first"]
finally ["cancelled","first"]
assignment before an argument ["cancelled",null]
argument ["cancelled",null]
