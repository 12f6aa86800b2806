--TEST--
Fifty file_get_contents() of a slow server take the time of one (P11)
--INI--
error_reporting=24575
--FILE--
<?php
use function Async\{spawn, await};
$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 100]]));
$url = 'http://' . stream_socket_get_name($listener, false);
spawn(function () use ($listener) {
    while ($s = @stream_socket_accept($listener, 5)) {
        spawn(function () use ($s) {
            $path = explode(' ', fgets($s))[1];
            while (rtrim(fgets($s)) !== '');
            usleep(300000);
            fwrite($s, "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($path) . "\r\n\r\n$path");
            fclose($s); // otherwise the variable would keep the last connection open
        });
    }
});
$start = hrtime(true);
for ($i = 0; $i < 50; $i++) {
    $all[] = spawn(fn() => file_get_contents("$url/$i") . (count($http_response_header) === 2 ? '' : ' headers are wrong'));
}
var_dump(array_map('Async\await', $all) === array_map(fn($i) => "/$i", range(0, 49)));
$ms = (hrtime(true) - $start) / 1e6;
echo $ms < (getenv('ASYNC_TEST_TOOL') ? 10000 : 900) ? "together\n" : "took $ms ms\n";
echo Async\stats()['blocked_in_place'], "\n";
exit;
?>
--EXPECT--
bool(true)
together
0
