--TEST--
An error that SoapClient turns into an exception prints nothing in a coroutine, as outside a coroutine (P10)
--EXTENSIONS--
soap
--FILE--
<?php
use function Async\{spawn, await};

$make = function () {
    try {
        new SoapClient('/nowhere/at/all.wsdl');
    } catch (SoapFault $e) {
        echo strtok($e->getMessage(), "\n"), "\n";
    }
};
$make();
await(spawn($make));
await(spawn(fn() => await(spawn($make))));
?>
--EXPECTF--
SOAP-ERROR: Parsing WSDL: Couldn't load from '/nowhere/at/all.wsdl' : failed to load %s
SOAP-ERROR: Parsing WSDL: Couldn't load from '/nowhere/at/all.wsdl' : failed to load %s
SOAP-ERROR: Parsing WSDL: Couldn't load from '/nowhere/at/all.wsdl' : failed to load %s
