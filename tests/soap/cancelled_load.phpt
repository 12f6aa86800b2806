--TEST--
A SoapClient or SoapServer whose description is being loaded is cancelled: the cancellation is thrown, and the program goes on
--EXTENSIONS--
soap
--FILE--
<?php
use function Async\{await, delay, spawn};

class Described
{
    public $context;
    private string $rest = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>';

    function url_stat(): array
    {
        return [];
    }

    function stream_open(): bool
    {
        delay(50);
        return true;
    }

    function stream_read(): string
    {
        delay(50);
        [$data, $this->rest] = [$this->rest, ''];
        return $data;
    }

    function stream_eof(): bool
    {
        return $this->rest === '';
    }

    function stream_set_option(): bool
    {
        return false;
    }

    function stream_stat(): array
    {
        return [];
    }
}
stream_wrapper_register('described', Described::class);
$description = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"'
    . ' xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><message name="m"/><portType name="p"><operation name="o">'
    . '<input message="t:m"/></operation></portType><binding name="b" type="t:p">'
    . '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/><input>'
    . '<soap:body use="literal"/></input></operation></binding><service name="s"><port name="p" binding="t:b">'
    . '<soap:address location="http://127.0.0.1:1/"/></port></service></definitions>';
$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = 'http://' . stream_socket_get_name($listener, false) . '/';
$server = spawn(function () use ($listener, $description) {
    while (true) {
        $connection = stream_socket_accept($listener, 60);
        while (trim(fgets($connection)) !== '') {
        }
        delay(50);
        @fwrite($connection, "HTTP/1.0 200 OK\r\n\r\n$description");
        fclose($connection);
    }
});

$options = ['cache_wsdl' => WSDL_CACHE_NONE];
$loads = [
    'SoapClient' => fn() => new SoapClient($address, $options),
    'SoapClient without exceptions' => fn() => new SoapClient($address, $options + ['exceptions' => false]),
    'SoapServer' => fn() => new SoapServer($address, $options),
    'SoapClient of a stream wrapper' => fn() => new SoapClient('described://', $options),
];
foreach ($loads as $name => $load) {
    $loader = spawn(function () use ($load) {
        try {
            $load();
            return 'BROKEN: went on';
        } catch (Exception $e) {
            return 'BROKEN: ' . $e::class;
        }
    });
    delay(10);
    $loader->cancel();
    try {
        echo await($loader), "\n";
    } catch (Async\AsyncCancellation $e) {
        $before = $e->getPrevious();
        echo $name, ': ', $e::class, $before ? ' after ' . $before::class : '', "\n";
    }
}
$server->cancel();
?>
--EXPECT--
SoapClient: Async\AsyncCancellation after SoapFault
SoapClient without exceptions: Async\AsyncCancellation
SoapServer: Async\AsyncCancellation
SoapClient of a stream wrapper: Async\AsyncCancellation after SoapFault
