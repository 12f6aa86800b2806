--TEST--
A curl_exec() or curl_multi_select() that is cancelled in any phase ends at once; its handle can be used again (D11, D34, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, stats};
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$deaf_address = stream_socket_get_name($deaf, false);
$full = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 0]]));
$full_address = stream_socket_get_name($full, false);
for ($i = 0; $i < 3; $i++) {
    $fill[] = @stream_socket_client("tcp://$full_address", $code, $message, 0.1);
}
$descriptors = fn() => count(scandir('/proc/self/fd'));
$slow = getenv('ASYNC_TEST_TOOL') ? 5000 : 200;

/** Cancel a call while it waits, then make another one with the same handle. */
$cancel = function (string $title, array|string $options, int $after = 50, ?callable $call = null) use ($url, $slow) {
    $options = (array) $options;
    $handle = request($options[0] ?? $options[CURLOPT_URL] ?? '', array_filter($options, fn($k) => $k > 0, ARRAY_FILTER_USE_KEY));
    $call ??= 'curl_exec';
    $seen = null;
    $coroutine = spawn(function () use ($handle, $call, &$seen) {
        try {
            $result = $call($handle);
            $seen = ['returned', $result];
        } catch (Async\AsyncCancellation $e) {
            $seen = [$e->getMessage(), $e->getPrevious() ? get_class($e->getPrevious()) : null];
            throw $e;
        } finally {
            $seen[] = 'finally';
        }
    });
    delay($after * ($slow > 200 ? 20 : 1));
    $start = hrtime(true);
    $coroutine->cancel(new Async\AsyncCancellation('enough'));
    try {
        await($coroutine);
        $seen[] = 'went on';
    } catch (Async\AsyncCancellation) {
    }
    $ms = (hrtime(true) - $start) / 1e6;
    echo "$title: ", json_encode($seen), $ms < $slow ? '' : " took $ms ms", ', then ';
    curl_reset($handle);
    curl_setopt_array($handle, [CURLOPT_URL => "$url/late/1/again", CURLOPT_RETURNTRANSFER => true]);
    echo curl_exec($handle), ' ', curl_errno($handle), "\n";
};
$once = function () use ($cancel, $url, $full_address, $deaf_address, $slow) {
    $cancel('connecting', "http://$full_address/");
    $cancel('handshake', "https://$deaf_address/");
    $cancel('waiting for the answer', "$url/silent");
    $cancel('by name', str_replace('127.0.0.1', 'localhost', "$url/silent"));
    $cancel('in the body', "$url/parts/" . ($slow > 200 ? 800 : 40) . '/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p', 100);
    $cancel('sending', ["http://$deaf_address/", CURLOPT_POSTFIELDS => str_repeat('x', 30 << 20)]);
    $cancel('in a write function', ["$url/late/1/x", CURLOPT_WRITEFUNCTION => function ($h, $data) {
        delay(100000);
        return strlen($data);
    }]);
    $cancel('in a header function', ["$url/late/1/x", CURLOPT_HEADERFUNCTION => function ($h, $data) {
        usleep(100000000);
        return strlen($data);
    }]);
    $cancel('on its way', ["$url/silent", CURLOPT_NOPROGRESS => false, CURLOPT_PROGRESSFUNCTION => fn() => 0]);
    $cancel('selecting', "$url/silent", 50, function ($handle) {
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handle);
        try {
            do {
                curl_multi_exec($multi, $running);
                curl_multi_select($multi);
            } while ($running);
        } finally {
            curl_multi_remove_handle($multi, $handle);
        }
        return 'no';
    });
};
$once();
gc_collect_cycles();
$before = $descriptors();
echo "-- again, and nothing is left behind\n";
ob_start();
$once();
$again = ob_get_clean();
gc_collect_cycles();
echo substr_count($again, 'again 0'), ' ', $descriptors() - $before, "\n";

echo "-- many at once\n";
for ($i = 0; $i < 50; $i++) {
    $all[] = spawn(fn() => get("$url/silent"));
}
delay($slow);
foreach ($all as $coroutine) {
    $coroutine->cancel();
}
$cancelled = 0;
foreach ($all as $coroutine) {
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
        $cancelled++;
    }
}
unset($all, $coroutine);
gc_collect_cycles();
echo $cancelled, ' ', $descriptors() - $before, ' ', stats()['waiting'], ' ', stats()['timers'], ' ', stats()['blocked_in_place'], "\n";
?>
--EXPECT--
connecting: ["enough",null,"finally"], then again 0
handshake: ["enough",null,"finally"], then again 0
waiting for the answer: ["enough",null,"finally"], then again 0
by name: ["enough",null,"finally"], then again 0
in the body: ["enough",null,"finally"], then again 0
sending: ["enough",null,"finally"], then again 0
in a write function: ["enough",null,"finally"], then again 0
in a header function: ["enough",null,"finally"], then again 0
on its way: ["enough",null,"finally"], then again 0
selecting: ["enough",null,"finally"], then again 0
-- again, and nothing is left behind
10 0
-- many at once
50 0 0 0 0
