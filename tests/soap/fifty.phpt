--TEST--
Fifty SoapClients wait side by side with the answers of a sequential run (P10, P11)
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../curl/server.inc';
require __DIR__ . '/../inc/together.inc';

// The server echoes the request: read as an answer, that is the value of the first parameter.
$address = http_server();
$call = fn(int $ms) => fn(int $n) =>
    (new SoapClient(null, ['location' => "http://$address/echo/$ms", 'uri' => 'urn:test']))->anything(str_repeat("$n ", 1000));
$expected = array_map($call(1), range(0, 49));
echo strlen($expected[7]), ' ', fifty_together(2000, $call(2000), $expected), "\n";
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
2000 same answers, together
0
