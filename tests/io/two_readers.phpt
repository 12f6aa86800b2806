--TEST--
Two coroutines read one stream: each part goes to one of them; the other reader keeps its own time limit (D28, P3, P4)
--FILE--
<?php
use function Async\{spawn, await, delay};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_timeout($a, 1, 500000);
$reader = function () use ($a) {
    $start = hrtime(true);
    return [fread($a, 100), (hrtime(true) - $start) / 1e6];
};
$first = spawn($reader);
$second = spawn($reader);
delay(1000);
fwrite($b, 'one');
[$data, $ms] = await($first);
echo "$data ", $ms < 1490 ? 'at once' : "after $ms", "\n";
[$data, $ms] = await($second);
// Woken once without data, it has only the rest of its 1500 ms left.
echo "'$data' ", $ms >= 1490 && $ms < 2490 ? 'at its time limit' : "after $ms", "\n";

echo "ten readers, ten messages\n";
stream_set_timeout($a, 5);
$readers = [];
for ($i = 0; $i < 10; $i++) {
    $readers[] = spawn(fn() => fread($a, 1));
}
delay(20);
for ($i = 0; $i < 10; $i++) {
    fwrite($b, (string) $i);
    delay(1);
}
echo implode(array_map('Async\await', $readers)), "\n";

echo "a reader and a writer\n";
$read = spawn(fn() => fgets($a));
$wrote = spawn(fn() => fwrite($a, "to b\n"));
echo await($wrote), ' ', fgets($b);
fwrite($b, "to a\n");
echo await($read);
?>
--EXPECT--
one at once
'' at its time limit
ten readers, ten messages
0123456789
a reader and a writer
5 to b
to a
