--TEST--
A Fiber is suspended while it loads the description of a service, and goes on when its coroutine is over
--EXTENSIONS--
soap
dom
--FILE--
<?php
use function Async\{await, delay, spawn};

class Described
{
    public $context;
    private string $rest = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"'
        . ' targetNamespace="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><message name="m"/>'
        . '<portType name="p"><operation name="o"><input message="t:m"/></operation></portType>'
        . '<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>'
        . '<operation name="o"><soap:operation/><input><soap:body use="literal"/></input></operation></binding>'
        . '<service name="s"><port name="p" binding="t:b"><soap:address location="http://127.0.0.1:1/"/></port>'
        . '</service></definitions>';

    function stream_open(): bool
    {
        Fiber::suspend();
        return true;
    }

    function stream_read(): string
    {
        delay(1);
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

    function url_stat(): array
    {
        return [];
    }
}
stream_wrapper_register('described', Described::class);
ini_set('soap.wsdl_cache_enabled', '0');

$loads = [
    'SoapServer' => fn() => new SoapServer('described://service'),
    'SoapClient' => fn() => new SoapClient('described://service'),
    'SoapClient without exceptions' => fn() => new SoapClient('described://service', ['exceptions' => false]),
];
foreach ($loads as $name => $load) {
    foreach (['no context', 'a context of its own'] as $context) {
        await(spawn(function () use ($context, $load, &$fiber) {
            if ($context !== 'no context') {
                libxml_set_streams_context(stream_context_create());
            }
            $fiber = new Fiber(fn() => get_class($load()));
            $fiber->start();
        }));
        await(spawn(delay(...), 1));
        await(spawn(fn() => $fiber->resume()));
        echo $name, ', ', $context, ': ', $fiber->getReturn(), "\n";
        unset($fiber);
    }
}

// The coroutine goes on when its Fiber has ended in another one: it finds its own context.
file_put_contents($file = __DIR__ . '/fiber_outlives_coroutine.xml', '<a/>');
await(spawn(function () use ($file, $loads) {
    libxml_set_streams_context(stream_context_create());
    $fiber = new Fiber($loads['SoapServer']);
    $fiber->start();
    await(spawn(fn() => $fiber->resume()));
    echo 'loaded: ', (int) (new DOMDocument)->load($file), "\n";
}));
?>
--CLEAN--
<?php @unlink(__DIR__ . '/fiber_outlives_coroutine.xml'); ?>
--EXPECT--
SoapServer, no context: SoapServer
SoapServer, a context of its own: SoapServer
SoapClient, no context: SoapClient
SoapClient, a context of its own: SoapClient
SoapClient without exceptions, no context: SoapClient
SoapClient without exceptions, a context of its own: SoapClient
loaded: 1
