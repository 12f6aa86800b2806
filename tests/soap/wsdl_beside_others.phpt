--TEST--
Coroutines that load the WSDL of their SoapClients at the same time do not change what others may load, and how
--EXTENSIONS--
soap
simplexml
--INI--
allow_url_fopen=0
soap.wsdl_cache_enabled=0
--FILE--
<?php
use function Async\{spawn, await, suspend};

const WSDL = '<definitions name="T" targetNamespace="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"'
    . ' xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"><message name="q"/><portType name="P"><operation name="f">'
    . '<input message="t:q"/></operation></portType><binding name="B" type="t:P"><soap:binding style="rpc"'
    . ' transport="http://schemas.xmlsoap.org/soap/http"/><operation name="f"><input><soap:body use="literal"'
    . ' namespace="urn:t"/></input></operation></binding><service name="S"><port name="R" binding="t:B">'
    . '<soap:address location="http://127.0.0.1:1/"/></port></service></definitions>';

/* Opening and reading wait; the user in the stream context is noted before and after the waits. */
class Slow
{
    public static array $users = [];
    public $context;
    private string $path;
    private string $text;

    private function note(): void
    {
        $options = $this->context ? stream_context_get_options($this->context) : [];
        self::$users[$this->path][] = $options['slow']['user'] ?? 'none';
    }

    function stream_open(string $path): bool
    {
        $this->path = $path;
        $this->note();
        for ($i = 0; $i < 3; $i++) suspend();
        $this->note();
        $this->text = str_contains($path, 'document') ? '<a>text</a>' : WSDL;
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
stream_wrapper_register('far', 'Slow', STREAM_IS_URL);

$client = function (string $url) {
    suspend();
    try {
        $client = new SoapClient($url, ['stream_context' => stream_context_create(['slow' => ['user' => "client of $url"]])]);
        $result = implode(' ', $client->__getFunctions());
    } catch (SoapFault $e) {
        $result = 'refused';
    }
    return "$result, opened by " . implode(' and ', Slow::$users[$url] ?? ['no user']);
};
$load = function (int $n) {
    for ($i = 0; $i < $n; $i++) suspend();
    $text = (string) @simplexml_load_file("slow://document/$n");
    return ($text ?: 'NOT LOADED') . ', opened by ' . implode(' and ', Slow::$users["slow://document/$n"]);
};
$far = function (int $n) {
    for ($i = 0; $i < $n; $i++) suspend();
    return @file_get_contents("far://document/$n") === false ? 'refused' : 'NOT REFUSED';
};
for ($round = 0; $round < 2; $round++) {
    Slow::$users = [];
    $tasks = [];
    foreach (['slow://one', 'far://two', 'slow://absent', 'slow://three'] as $i => $url) {
        $tasks[] = spawn($load, $i + 1);
        $tasks[] = spawn($client, $url);
        $tasks[] = spawn($far, 2 * $i + 1);
    }
    foreach ($tasks as $task) {
        echo await($task), "\n";
    }
    echo 'Afterwards: ', $load(9), '; ', $far(9), "\n";
}

// A constructor that is cancelled, and one in the main script.
$cancelled = spawn($client, 'slow://four');
for ($i = 0; $i < 6; $i++) suspend();
$cancelled->cancel();
$reader = spawn($load, 20);
echo 'Main: ', $client('slow://five'), "\n", await($reader), '; ', $far(9), "\n";
?>
--EXPECT--
text, opened by none and none
void f(), opened by client of slow://one and client of slow://one
refused
text, opened by none and none
void f(), opened by client of far://two and client of far://two
refused
text, opened by none and none
refused, opened by client of slow://absent and client of slow://absent
refused
text, opened by none and none
void f(), opened by client of slow://three and client of slow://three
refused
Afterwards: text, opened by none and none; refused
text, opened by none and none
void f(), opened by client of slow://one and client of slow://one
refused
text, opened by none and none
void f(), opened by client of far://two and client of far://two
refused
text, opened by none and none
refused, opened by client of slow://absent and client of slow://absent
refused
text, opened by none and none
void f(), opened by client of slow://three and client of slow://three
refused
Afterwards: text, opened by none and none; refused
Main: void f(), opened by client of slow://five and client of slow://five
text, opened by none and none; refused
