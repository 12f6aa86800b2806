--TEST--
Coroutines use one SoapServer one after the other: headers of the answers do not get mixed up (CO-04)
--EXTENSIONS--
soap
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Service
{
    function ask(int $n): int
    {
        for ($i = 0; $i < $n; $i++) suspend();
        $GLOBALS['server']->addSoapHeader(new SoapHeader('urn:t', 'for', "header for $n"));
        suspend();
        return $n;
    }
}

$server = new SoapServer(null, ['uri' => 'urn:t']);
$server->setClass('Service');
$request = fn(int $n) => <<<XML
    <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t"
        xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:x="http://www.w3.org/2001/XMLSchema-instance">
    <e:Body><t:ask><n x:type="s:int">$n</n></t:ask></e:Body></e:Envelope>
    XML;
$handle = fn(int $n) => spawn(function () use ($server, $request, $n) {
    ob_start();
    $server->handle($request($n));
    preg_match_all('~>([^<>\n]+)<~', ob_get_clean(), $match);
    return implode(', ', $match[1]);
});
foreach ([$handle(5), $handle(3), $handle(7)] as $task) {
    echo await($task), "\n";
}

// A call that is cancelled while it waits for its turn.
$first = $handle(4);
$second = $handle(2);
$third = $handle(1);
suspend();
$second->cancel();
foreach ([$first, $second, $third] as $task) {
    try {
        echo await($task), "\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
?>
--EXPECT--
header for 5, 5
header for 3, 3
header for 7, 7
header for 4, 4
cancelled
header for 1, 1
