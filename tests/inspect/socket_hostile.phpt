--TEST--
async.inspect: clients that mean no good neither hold the program up nor keep others from asking
--FILE--
<?php
require __DIR__ . '/inspected.inc';

// The program notes its longest pause, in which no other coroutine could run.
$program = new Inspected(<<<'CODE'
    use function Async\{spawn, delay};
    $longest = $ticks = 0;
    $is_over = false;
    spawn(function () use (&$longest, &$ticks, &$is_over) {
        $last = microtime(true);
        while (!$is_over) {
            delay(2);
            $longest = max($longest, microtime(true) - $last);
            $last = microtime(true);
            $ticks++;
        }
    });
    for ($i = 0; $i < 500; $i++) {
        spawn(function () use (&$is_over) { while (!$is_over) { delay(50); } });
    }
    spawn(function () use (&$longest, &$ticks, &$is_over) {
        ready();
        fgets(STDIN);
        $is_over = true;
        echo $longest < 2 ? 'fluent' : "longest pause: $longest", $ticks > 20 ? '' : " ticks: $ticks", "\n";
        echo memory_get_peak_usage(true) < 64 << 20 ? "small\n" : "large\n";
    });
    CODE);
$socket = $program->socket;

function works(string $case, string $socket): void
{
    $answer = question($socket, 'snapshot 10000');
    echo "$case: ", $answer['answer'], ' ', count($answer['coroutines'] ?? []), "\n";
}

/** @return resource[] clients whose reads and writes do not wait */
function clients(int $count, string $socket): array
{
    $clients = [];
    for ($i = 0; $i < $count; $i++) {
        $clients[] = client($socket);
        stream_set_blocking($clients[$i], false);
    }
    return $clients;
}

$half = clients(4, $socket);
array_map(fn($client) => @fwrite($client, 'snap'), $half);
works('half a line', $socket);

$long = clients(4, $socket);
array_map(fn($client) => @fwrite($client, str_repeat('x', 100000)), $long);
stream_set_blocking($long[0], true);
echo 'a long line: ', json_decode((string) @fgets($long[0]), true)['error'] ?? 'closed', "\n";
works('long lines', $socket);

$silent = clients(40, $socket);
works('many silent clients', $socket);
unset($silent);

// Clients that ask on and on, and read nothing.
$deaf = clients(7, $socket);
for ($i = 0; $i < 100; $i++) {
    foreach ($deaf as $client) {
        @fwrite($client, str_repeat("snapshot 10000\n", 20));
    }
    usleep(1000);
}
works('deaf clients', $socket);
unset($deaf);

$random = clients(8, $socket);
mt_srand(1);
foreach ($random as $client) {
    for ($i = 0; $i < 20; $i++) {
        @fwrite($client, implode('', array_map(fn() => chr(mt_rand(0, 255)), range(1, 50))));
    }
}
works('random bytes', $socket);
unset($random);

for ($i = 0; $i < 300; $i++) {
    $client = client($socket);
    @fwrite($client, $i % 2 ? "snapshot\n" : 'x');
    unset($client);
}
works('clients that leave', $socket);

$hurried = client($socket);
$count = 0;
fwrite($hurried, str_repeat("hello\n", 2000));
for ($end = microtime(true) + 0.5; microtime(true) < $end; ) {
    $count += fgets($hurried) !== false;
}
echo 'one client: ', $count > 0 && $count < 200 ? 'slowed down' : $count, "\n";
unset($hurried);

$last = client($socket);
$program->say('');
echo $program->end();
var_dump(file_exists($socket));
?>
--EXPECT--
half a line: snapshot 502
a long line: the line is too long
long lines: snapshot 502
many silent clients: snapshot 502
deaf clients: snapshot 502
random bytes: snapshot 502
clients that leave: snapshot 502
one client: slowed down
fluent
small
bool(false)
