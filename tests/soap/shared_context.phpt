--TEST--
SoapClients that share a stream context and load their WSDLs at once send each password to its own server only (D28)
--EXTENSIONS--
soap
--INI--
soap.wsdl_cache_enabled=0
--FILE--
<?php
use function Async\{await, delay, spawn};

/* A server that notes who asks for what. Its WSDL imports a schema of its own, and one of the other server. */
function serve($socket, string $name, string $own, string $other): void
{
    global $requests;
    while ($connection = stream_socket_accept($socket, 30)) {
        spawn(function () use ($connection, $name, $own, $other) {
            global $requests;
            $path = explode(' ', fgets($connection))[1];
            $user = 'without a user';
            while (($line = trim(fgets($connection))) !== '') {
                if (preg_match('/^Authorization: Basic (.*)/', $line, $match)) {
                    $user = strstr(base64_decode($match[1]), ':', true);
                }
            }
            $requests[] = "$name: $path, $user";
            delay($path === '/wsdl' ? 10 : 30);
            $schema = '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:NAME"/>';
            $body = $path !== '/wsdl' ? str_replace('NAME', trim($path, '/'), $schema)
                : '<definitions name="T" targetNamespace="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"'
                . ' xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"><types>'
                . '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">'
                . "<import namespace=\"urn:first\" schemaLocation=\"$own/first\"/>"
                . "<import namespace=\"urn:second\" schemaLocation=\"$other/second\"/>"
                . "<import namespace=\"urn:third\" schemaLocation=\"$own/third\"/></schema></types>"
                . '<message name="q"/><portType name="P"><operation name="f">'
                . '<input message="t:q"/></operation></portType><binding name="B" type="t:P"><soap:binding style="rpc"'
                . ' transport="http://schemas.xmlsoap.org/soap/http"/><operation name="f"><input><soap:body use="literal"'
                . ' namespace="urn:t"/></input></operation></binding><service name="S"><port name="R" binding="t:B">'
                . '<soap:address location="http://127.0.0.1:1/"/></port></service></definitions>';
            fwrite($connection, "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
            fclose($connection);
        });
    }
}

$sockets = $urls = [];
for ($i = 0; $i < 2; $i++) {
    $sockets[$i] = stream_socket_server('tcp://127.0.0.1:0');
    $urls[$i] = 'http://' . stream_socket_get_name($sockets[$i], false);
}
$servers = [
    spawn(serve(...), $sockets[0], 'server of alice', $urls[0], $urls[1]),
    spawn(serve(...), $sockets[1], 'server of bob', $urls[1], $urls[0]),
];
$client = function (string $url, string $user, $context) {
    $client = new SoapClient("$url/wsdl", ['login' => $user, 'password' => 'secret', 'stream_context' => $context]);
    return count($client->__getFunctions());
};

/* Stock PHP loads them one after the other. */
$load = function (bool $at_once, $context) use ($client, $urls) {
    global $requests;
    $requests = [];
    $first = spawn($client, $urls[0], 'alice', $context);
    $at_once || await($first);
    $second = spawn($client, $urls[1], 'bob', $context);
    echo await($first), ' ', await($second), "\n";
    sort($requests);
    return $requests;
};
$expected = $load(false, stream_context_create());
print_r($expected);
for ($i = 0; $i < 3; $i++) {
    $found = $load(true, stream_context_create());
    if ($found !== $expected) {
        print_r(array_diff($found, $expected));
        print_r(array_diff($expected, $found));
    }
}

// Clients with contexts of their own load at once.
$requests = [];
$start = microtime(true);
$all = [];
for ($i = 0; $i < 10; $i++) {
    $all[] = spawn($client, $urls[$i % 2], ['alice', 'bob'][$i % 2], stream_context_create());
}
foreach ($all as $one) {
    await($one);
}
echo 'at once: ', microtime(true) - $start < 0.6 ? 'yes' : microtime(true) - $start, "\n";

// A client that is cancelled while it waits for the other one.
$context = stream_context_create();
$first = spawn($client, $urls[0], 'alice', $context);
$second = spawn($client, $urls[1], 'bob', $context);
delay(20);
$second->cancel();
try {
    await($second);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo await($first), ' ', await(spawn($client, $urls[1], 'bob', $context)), "\n";
array_map(fn($server) => $server->cancel(), $servers);
?>
--EXPECT--
1 1
Array
(
    [0] => server of alice: /first, alice
    [1] => server of alice: /second, without a user
    [2] => server of alice: /third, alice
    [3] => server of alice: /wsdl, alice
    [4] => server of bob: /first, bob
    [5] => server of bob: /second, without a user
    [6] => server of bob: /third, bob
    [7] => server of bob: /wsdl, bob
)
1 1
1 1
1 1
at once: yes
cancelled
1 1
