--TEST--
The first wait for a descriptor while many coroutines are ready: they run first, then a poll, then the reactor (P1, D28)
--FILE--
<?php
use function Async\{await, spawn, stats, suspend};

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** Ready coroutines, which yield as long as $case() runs; returns the result of $case(). */
function among_many(callable $case): string
{
    $busy = true;
    for ($i = 0; $i < 20; $i++) {
        $many[] = spawn(function () use (&$busy) {
            while ($busy) {
                suspend();
            }
        });
    }
    suspend();
    try {
        $result = json_encode($case());
    } catch (Async\AsyncCancellation $e) {
        $result = get_class($e);
    }
    $busy = false;
    array_map(Async\await(...), $many);
    return $result;
}

/** @param callable $meanwhile runs while the other coroutines have their turn */
function read_line($stream, callable $meanwhile): Async\Coroutine
{
    $reader = spawn(fn() => @fgets($stream));
    spawn($meanwhile);
    return $reader;
}

// Numbers that the reactor knows already.
$seen = array_map(fn() => pair(), range(1, 40));
[$near, $far] = end($seen);
$first = spawn(fn() => fgets($near));
spawn(fn() => fwrite($far, "warm\n"));
echo await($first);
$seen = $near = $far = null;

$cases = [
    'an answer in the others\' turn' => function () {
        [$near, $far] = pair();
        $before = stats()['descriptors'];
        return [await(read_line($near, fn() => fwrite($far, "at once\n"))), stats()['descriptors'] - $before];
    },
    'none' => function () {
        [$near, $far] = pair();
        $before = stats()['descriptors'];
        $reader = read_line($near, fn() => null);
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
        fwrite($far, "late\n");
        return [await($reader), stats()['descriptors'] - $before];
    },
    'the peer goes' => function () {
        [$near, $far] = pair();
        return await(read_line($near, fn() => fclose($far)));
    },
    'closed, and the number is another\'s' => function () {
        [$near, $far] = pair();
        $other = null;
        $reader = read_line($near, function () use ($near, &$other) {
            fclose($near);
            $other = pair();
            fwrite($other[0], "not for the reader\n");
            fwrite($other[1], "not for the reader\n");
        });
        return [await($reader), fgets($other[0]), fgets($other[1])];
    },
    'cancelled' => function () {
        [$near, $far] = pair();
        $reader = read_line($near, function () use (&$reader) { $reader->cancel(); });
        return await($reader);
    },
    'a turn longer than the limit of time' => function () {
        [$near, $far] = pair();
        stream_set_timeout($near, 0, 20000);
        $reader = read_line($near, function () {
            for ($end = hrtime(true) + 40e6; hrtime(true) < $end;);
        });
        return [await($reader), stream_get_meta_data($near)['timed_out']];
    },
    'a writer' => function () {
        [$near, $far] = pair();
        $writer = spawn(fn() => fwrite($near, str_repeat('x', 1 << 20)));
        $read = spawn(fn() => strlen(stream_get_contents($far, 1 << 20)));
        return [await($writer), await($read)];
    },
];
foreach ($cases as $title => $case) {
    echo "$title: ", among_many($case), "\n";
}

// The request ends while a coroutine waits for its round.
[$near, $far] = pair();
among_many(function () use ($near) {
    spawn(function () use ($near) {
        fgets($near);
        echo "BROKEN\n";
    });
    spawn(fn() => exit("exit\n"));
    suspend();
    return 'not reached';
});
?>
--EXPECT--
warm
an answer in the others' turn: ["at once\n",0]
none: ["late\n",1]
the peer goes: false
closed, and the number is another's: [false,"not for the reader\n","not for the reader\n"]
cancelled: Async\AsyncCancellation
a turn longer than the limit of time: [false,true]
a writer: [1048576,1048576]
exit
