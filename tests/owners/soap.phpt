--TEST--
Owners: SoapClient: one call at a time on its connection, each with its own answer (D28)
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../curl/server.inc';
require __DIR__ . '/../inc/owner_cases.inc';

// The server echoes the request: read as an answer, that is the value of the first parameter.
$client = new SoapClient(null, ['location' => 'http://' . http_server() . '/echo/50', 'uri' => 'urn:test', 'trace' => true]);
$order = [];
$call = function (string $text) use ($client, &$order) {
    return function () use ($client, $text, &$order) {
        $answer = $client->anything($text);
        $order[] = $answer;
        return [$answer, str_contains($client->__getLastResponse(), ">$text<")];
    };
};
side_by_side('calls', [$call('one'), $call('two'), fn() => $client->__soapCall('anything', ['three']), $call('four')]);
echo 'order: ', implode(' ', $order), "\n";
refusal(fn() => $client->anything('mine'), fn() => $client->anything('yours'));
side_by_side('afterwards', [$call('five')]);
?>
--EXPECT--
calls: [["one",true],["two",true],"three",["four",true]]
order: one two four
The SoapClient is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: "mine"
afterwards: [["five",true]]
