--TEST--
curl_exec(): answers, errors, callbacks and connection reuse are as outside a coroutine; other coroutines go on (P10, P11, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';
$address = http_server();
$url = "http://$address";
transparent([
    'get' => fn() => get("$url/late/300/hello"),
    'by name' => fn() => get(str_replace('127.0.0.1', 'localhost', $url) . '/late/300/hello'),
    'in parts' => fn() => get("$url/parts/100/a/b/c"),
    'large' => fn() => md5(get("$url/size/300/1000000")[0]),
    'post' => fn() => get("$url/echo/300", [CURLOPT_POSTFIELDS => 'a=b']),
    'large post' => fn() => md5(get("$url/echo/300", [CURLOPT_POSTFIELDS => str_repeat('body', 500000)])[0]),
    'put from a file' => function () use ($url) {
        fwrite($file = tmpfile(), str_repeat('file', 100000));
        rewind($file);
        return md5(get("$url/echo/300", [CURLOPT_UPLOAD => true, CURLOPT_INFILE => $file, CURLOPT_INFILESIZE => 400000])[0]);
    },
    'head' => fn() => get("$url/method/300", [CURLOPT_NOBODY => true]),
    'delete' => fn() => get("$url/method/300", [CURLOPT_CUSTOMREQUEST => 'DELETE']),
    'redirects' => fn() => get("$url/redirect/150/redirect/150/late/1/there", [CURLOPT_FOLLOWLOCATION => true]),
    'too many redirects' => fn() => get("$url/redirect/150/redirect/150/late/1/there", [CURLOPT_FOLLOWLOCATION => true, CURLOPT_MAXREDIRS => 1]),
    'status' => fn() => get("$url/status/300/404", [CURLOPT_FAILONERROR => true]),
    'to output' => function () use ($url) {
        ob_start();
        $result = get("$url/parts/100/a/b/c", [CURLOPT_RETURNTRANSFER => false]);
        return [ob_get_clean(), $result];
    },
    'to a file' => function () use ($url) {
        $file = tmpfile();
        $result = get("$url/parts/100/a/b/c", [CURLOPT_RETURNTRANSFER => false, CURLOPT_FILE => $file]);
        rewind($file);
        return [stream_get_contents($file), $result];
    },
    'header function' => function () use ($url) {
        $result = get("$url/late/300/x", [CURLOPT_HEADERFUNCTION => function ($h, $line) use (&$lines) {
            $lines[] = $line;
            return strlen($line);
        }]);
        return [$lines, $result];
    },
    'write function' => function () use ($url) {
        $result = get("$url/parts/100/a/b/c", [CURLOPT_WRITEFUNCTION => function ($h, $data) use (&$all) {
            $all .= $data;
            return strlen($data);
        }]);
        return [$all, $result];
    },
    'write function refuses' => fn() => get("$url/parts/150/a/b/c", [CURLOPT_WRITEFUNCTION => fn($h, $data) => $data === 'b' ? 0 : 1]),
    'write function throws' => fn() => get("$url/late/300/x", [CURLOPT_WRITEFUNCTION => fn() => throw new Exception('from the callback')]),
    'read function' => function () use ($url) {
        $parts = ['one ', 'two ', 'three'];
        return get("$url/echo/300", [CURLOPT_UPLOAD => true, CURLOPT_INFILESIZE => 13,
            CURLOPT_READFUNCTION => function () use (&$parts) { return (string) array_shift($parts); }]);
    },
    'progress function refuses' => fn() => get("$url/parts/150/a/b/c", [CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => fn($h, $all, $now) => $now > 1 ? 1 : 0]),
    'connection is kept' => function () use ($url) {
        $handle = request("$url/late/100/a");
        $all[] = outcome($handle, curl_exec($handle));
        curl_setopt($handle, CURLOPT_URL, "$url/late/100/b");
        $all[] = outcome($handle, curl_exec($handle));
        curl_setopt_array($handle, [CURLOPT_URL => "$url/late/100/c", CURLOPT_FORBID_REUSE => true]);
        $all[] = outcome($handle, curl_exec($handle));
        return [...$all, outcome($handle, curl_exec($handle))];
    },
    'copied and reset' => function () use ($url) {
        $copy = curl_copy_handle($handle = request("$url/late/150/a"));
        $all = [outcome($handle, curl_exec($handle)), outcome($copy, curl_exec($copy))];
        curl_reset($handle);
        curl_setopt_array($handle, [CURLOPT_URL => "$url/late/50/b", CURLOPT_RETURNTRANSFER => true]);
        return [...$all, outcome($handle, curl_exec($handle))];
    },
    'cookies' => function () use ($url) {
        $handle = request("$url/cookie/150/first", [CURLOPT_COOKIEFILE => '']);
        $all[] = outcome($handle, curl_exec($handle));
        $all[] = outcome($handle, curl_exec($handle));
        return [...$all, count(curl_getinfo($handle, CURLINFO_COOKIELIST))];
    },
    'through a proxy' => fn() => get('http://nowhere.invalid/late/300/x', [CURLOPT_PROXY => $address]),
    'server closes early' => fn() => get("$url/short/300"),
    'server says nothing' => fn() => get("$url/reset/300"),
    'refused' => fn() => get('http://127.0.0.1:1/'),
    'unknown name' => fn() => array_slice(get('http://nowhere.invalid/'), 0, 3),
]);
?>
--EXPECT--
get: same
by name: same
in parts: same
large: same
post: same
large post: same
put from a file: same
head: same
delete: same
redirects: same
too many redirects: same
status: same
to output: same
to a file: same
header function: same
write function: same
write function refuses: same
write function throws: same
read function: same
progress function refuses: same
connection is kept: same
copied and reset: same
cookies: same
through a proxy: same
server closes early: same
server says nothing: same
refused: same
unknown name: same
