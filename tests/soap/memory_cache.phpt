--TEST--
Clients and servers that load one WSDL for the cache in memory at the same time use one description (CO-04)
--EXTENSIONS--
soap
--FILE--
<?php
use function Async\{spawn, await, suspend};

const WSDL = '<definitions name="T" targetNamespace="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"'
    . ' xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"><message name="q"/><portType name="P"><operation name="f">'
    . '<input message="t:q"/></operation></portType><binding name="B" type="t:P"><soap:binding style="rpc"'
    . ' transport="http://schemas.xmlsoap.org/soap/http"/><operation name="f"><input><soap:body use="literal"'
    . ' namespace="urn:t"/></input></operation></binding><service name="S"><port name="R" binding="t:B">'
    . '<soap:address location="http://127.0.0.1:1/"/></port></service></definitions>';

/* Opening and reading wait. */
class Slow
{
    public static int $loads = 0;
    public static int $loading = 0;
    public static int $most = 0;   /* loads at a time */
    public $context;
    private string $text = WSDL;

    function stream_open(string $path): bool
    {
        self::$loads++;
        self::$most = max(self::$most, ++self::$loading);
        for ($i = 0; $i < 5; $i++) suspend();
        self::$loading--;
        return !str_contains($path, 'absent');
    }

    function stream_read(int $size): string
    {
        suspend();
        $read = substr($this->text, 0, 200);
        $this->text = substr($this->text, 200);
        return $read;
    }

    function stream_eof(): bool { return $this->text === ''; }
    function stream_stat(): array { return []; }
    function url_stat(): array { return []; }
}
stream_wrapper_register('slow', 'Slow');

class Url
{
    function __construct(private string $url) {}

    function __toString(): string
    {
        echo "The address is asked for\n";
        return $this->url;
    }
}

function same(string $title, string $url, array $options = []): void
{
    Slow::$loads = 0;
    $tasks = [];
    for ($i = 0; $i < 3; $i++) {
        $tasks[] = spawn(fn() => new SoapClient($url, $options));
        $tasks[] = spawn(fn() => new SoapServer($url, $options));
    }
    // A constructor that put a second description into the cache would free that of the clients before it.
    $functions = [];
    foreach (array_map(fn($task) => Async\await($task), $tasks) as $made) {
        if ($made instanceof SoapClient) {
            $functions[] = implode($made->__getFunctions());
        }
    }
    echo $title, ': ', implode(', ', $functions), '; loads: ', Slow::$loads, "\n";
}

same('An option', 'slow://one', ['cache_wsdl' => WSDL_CACHE_MEMORY]);
ini_set('soap.wsdl_cache_enabled', '1');
ini_set('soap.wsdl_cache', '2');
same('A setting', 'slow://two');
same('Without a cache', 'slow://three', ['cache_wsdl' => WSDL_CACHE_NONE]);

echo "An object as address\n";
$tasks = [spawn(fn() => new SoapClient(new Url('slow://four'))), spawn(fn() => new SoapClient(new Url('slow://four')))];
foreach ($tasks as $task) {
    echo implode(await($task)->__getFunctions()), "\n";
}

Slow::$most = 0;
$tasks = [spawn(fn() => new SoapClient('slow://five')), spawn(fn() => new SoapClient('slow://six'))];
foreach ($tasks as $task) {
    await($task);
}
echo 'Two descriptions are loaded at the same time: ', var_export(Slow::$most === 2, true), "\n";

// When the one that loads fails or is cancelled, the next one loads. One that waits for its turn can be cancelled, too.
$load = function (string $url) {
    try {
        return implode((new SoapClient($url))->__getFunctions());
    } catch (SoapFault) {
        return 'not loaded';
    }
};
$tasks = [spawn($load, 'slow://absent'), spawn($load, 'slow://absent')];
echo await($tasks[0]), ', ', await($tasks[1]), "\n";
foreach ([0, 1] as $cancelled) {
    $tasks = [spawn($load, "slow://seven$cancelled"), spawn($load, "slow://seven$cancelled")];
    $tasks[] = spawn($load, "slow://seven$cancelled");
    suspend();
    suspend();
    $tasks[$cancelled]->cancel();
    foreach ($tasks as $task) {
        try {
            echo await($task), "\n";
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
    }
}
?>
--EXPECT--
An option: void f(), void f(), void f(); loads: 1
A setting: void f(), void f(), void f(); loads: 1
Without a cache: void f(), void f(), void f(); loads: 6
An object as address
The address is asked for
The address is asked for
void f()
void f()
Two descriptions are loaded at the same time: true
not loaded, not loaded
cancelled
void f()
void f()
void f()
cancelled
void f()
