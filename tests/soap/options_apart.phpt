--TEST--
SoapClients that wait at the same time decode with their own options (CO-04, P10)
--EXTENSIONS--
soap
--FILE--
<?php
use function Async\{await, spawn};

/** A client whose answers come from a function, which can wait between request and answer. */
final class Client extends SoapClient
{
    public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false, ?string $uriParserClass = null): ?string
    {
        preg_match('~<param0[^>]*>(\d+)<~', $request, $match);
        usleep(1000 * (int) $match[1]);
        return <<<XML
            <?xml version="1.0"?>
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:types"
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <s:Body><answer><return xsi:type="t:Price">12</return></answer></s:Body>
            </s:Envelope>
            XML;
    }
}

function client(string $name): Client
{
    $decode = fn(string $xml) => $name . ' ' . trim(strip_tags($xml));
    return new Client(null, ['location' => 'http://unused', 'uri' => 'urn:test', 'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
        'typemap' => $name === '' ? [] : [['type_ns' => 'urn:types', 'type_name' => 'Price', 'from_xml' => $decode]]]);
}

$call = fn(string $name, int $ms) => spawn(fn() => client($name)->ask($ms));
$calls = [$call('euro', 30), $call('', 10), $call('yen', 20), $call('pound', 1), $call('', 40)];
foreach ($calls as $each) {
    var_dump(await($each));
}
?>
--EXPECT--
string(7) "euro 12"
string(2) "12"
string(6) "yen 12"
string(8) "pound 12"
string(2) "12"
