--TEST--
Async\Testing\run(): curl and http:// with a server in a coroutine take no time; the time limits of curl are real
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};
use function Async\Testing\elapsed;

require __DIR__ . '/timed.inc';

/** A server that takes so long for each of its answers. @return array{string, Async\Coroutine} */
function server(int $ms, int $answers = 1): array
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $serving = spawn(function () use ($server, $ms, $answers) {
        for ($i = 0; $i < $answers; $i++) {
            $client = stream_socket_accept($server, 100_000);
            while (trim((string) fgets($client)) !== '');
            delay($ms);
            @fwrite($client, "HTTP/1.0 200 OK\r\n\r\nhello");
            fclose($client);
        }
    });
    return ['http://' . stream_socket_get_name($server, false), $serving];
}

function handle(string $url, array $options = []): CurlHandle
{
    $handle = curl_init($url);
    curl_setopt_array($handle, $options + [CURLOPT_RETURNTRANSFER => true]);
    return $handle;
}

timed('curl_exec()', function () {
    [$url, $serving] = server(600_000);
    $answer = curl_exec(handle($url));
    await($serving);
    return "$answer after " . round(elapsed());
}, 0, 20);

timed('curl_multi_select()', function () {
    [$url, $serving] = server(60_000, 2);
    $multi = curl_multi_init();
    $handles = [handle($url), handle($url)];
    array_map(fn($handle) => curl_multi_add_handle($multi, $handle), $handles);
    do {
        curl_multi_exec($multi, $running);
        $running && curl_multi_select($multi, 30);
    } while ($running);
    await($serving);
    return implode(' ', array_map(curl_multi_getcontent(...), $handles)) . ' after ' . round(elapsed());
}, 0, 20);

// The clock jumps by the time that curl has left, thousands of times in these 200 ms: the answer has to be far away.
timed('a time limit of curl', function () {
    [$url, $serving] = server(600_000_000);
    $handle = handle($url, [CURLOPT_TIMEOUT_MS => 200]);
    curl_exec($handle);
    $error = curl_errno($handle);
    $serving->cancel();
    return $error === CURLE_OPERATION_TIMEDOUT ? 'has passed' : "error $error";
}, 0.19, 30);

timed('http://', function () {
    [$url, $serving] = server(50_000);
    $answer = file_get_contents($url);
    await($serving);
    return "$answer after " . round(elapsed());
}, 0, 20);

timed('the time limit of http://', function () {
    [$url, $serving] = server(100_000);
    $answer = @file_get_contents($url, context: stream_context_create(['http' => ['timeout' => 90]]));
    await($serving);
    return var_export($answer, true) . ' after ' . round(elapsed());
}, 0, 20);

timed('a name', function () {
    $minute = spawn(fn() => delay(60_000));
    $address = gethostbyname('localhost');
    await($minute);
    return "$address after " . round(elapsed());
}, 0, 20);
?>
--EXPECT--
curl_exec(): hello after 600
curl_multi_select(): hello hello after 120
a time limit of curl: has passed
http://: hello after 50
the time limit of http://: false after 100
a name: 127.0.0.1 after 60
