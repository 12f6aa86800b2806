--TEST--
HTTP/2 and HTTP/1.1 from nginx: answers are as outside a coroutine, other coroutines go on, streams share connections (P10, P11, IO-12)
--EXTENSIONS--
curl
openssl
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('nginx');
if (!(curl_version()['features'] & CURL_VERSION_HTTP2)) {
    die('skip libcurl without HTTP/2');
}
?>
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/server.inc';
require __DIR__ . '/../inc/servers.inc';
$server = server('nginx');
if (!isset($server['tls_port'])) {
    die("BROKEN: no TLS\n");
}
$url = "https://127.0.0.1:$server[tls_port]";
$options = [CURLOPT_CAINFO => $server['certificate'], CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2TLS];
// After the bytes of the first second, the rest comes at 20 KiB/s.
$name = server_own_name() . '.bin';
file_put_contents("$server[root]/$name", random_bytes(27000));
$digest = function (array $outcome) {
    $outcome[0] = md5((string) $outcome[0]);
    return $outcome;
};
$version = function (string $path, array $options) use ($url) {
    $handle = request("$url$path", $options);
    return [md5((string) curl_exec($handle)), curl_errno($handle), curl_getinfo($handle, CURLINFO_HTTP_VERSION)];
};
transparent([
    'HTTP/2' => fn() => $version("/slow/$name", $options),
    'HTTP/1.1 with TLS' => fn() => $version("/slow/$name", [CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1] + $options),
    'HTTP/1.1' => fn() => $digest(get("http://127.0.0.1:$server[port]/slow/$name")),
    '1 MiB, callbacks' => function () use ($url, $options) {
        $hash = hash_init('md5');
        $result = get("$url/1m.bin", $options + [CURLOPT_WRITEFUNCTION => function ($h, $data) use ($hash) {
            usleep(1000);
            hash_update($hash, $data);
            return strlen($data);
        }]);
        return [hash_final($hash), $result];
    },
    'several on one connection' => function () use ($url, $name, $options) {
        $multi = curl_multi_init();
        curl_multi_setopt($multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
        curl_multi_setopt($multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1);
        for ($i = 0; $i < 5; $i++) {
            curl_multi_add_handle($multi, $handles[] = request("$url/slow/$name", $options + [CURLOPT_PIPEWAIT => true]));
        }
        do {
            curl_multi_exec($multi, $running);
            curl_multi_select($multi);
        } while ($running);
        return [array_unique(array_map(fn($h) => md5(curl_multi_getcontent($h)), $handles)),
            array_sum(array_map(fn($h) => curl_getinfo($h, CURLINFO_NUM_CONNECTS), $handles))];
    },
    'time limit' => fn() => array_slice(get("$url/slow/100k.bin", $options + [CURLOPT_TIMEOUT_MS => 300]), 1, 1),
]);
echo "-- fifty handles, a stream each\n";
$one = get("$url/100k.bin", $options);
$all = array_map(fn() => spawn(fn() => get("$url/100k.bin", $options)), range(1, 50));
$same = 0;
foreach ($all as $coroutine) {
    $same += (await($coroutine) === $one);
}
echo $same, ' ', strlen($one[0]), "\n";
unlink("$server[root]/$name");
?>
--EXPECT--
HTTP/2: same
HTTP/1.1 with TLS: same
HTTP/1.1: same
1 MiB, callbacks: same
several on one connection: same
time limit: same
-- fifty handles, a stream each
50 102400
