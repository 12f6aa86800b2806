--TEST--
All coroutines that a look for events has woken run before the next look, up to a limit of time (D9)
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') {
    die('skip needs socket pairs');
}
?>
--FILE--
<?php
/* A look reports each ready descriptor again until its reader has run. So looks between the readers cost time. */
use function Async\{await, spawn, stats};

const READERS = 200;

function busy(float $ms): void
{
    for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;);
}

$pairs = $readers = [];
for ($i = 0; $i < READERS; $i++) {
    $pairs[] = $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $readers[] = spawn(function () use ($pair) {
        fread($pair[1], 1);
        busy(0.4);
    });
}
while (stats()['waiting'] < READERS) {
    Async\delay(1);
}
foreach ($pairs as [$writer]) {
    fwrite($writer, 'x');
}
$before = stats()['turns'];
$start = hrtime(true);
foreach ($readers as $reader) {
    await($reader);
}
$ms = (hrtime(true) - $start) / 1e6;
$turns = stats()['turns'] - $before;
echo 'the readers are busy for at least 80 ms: ';
var_dump($ms >= 80);
echo 'looks are 16 ms apart: ', $turns <= $ms / 16 + 3 ? 'yes' : "no, $turns in $ms ms", "\n";
?>
--EXPECT--
the readers are busy for at least 80 ms: bool(true)
looks are 16 ms apart: yes
