--TEST--
A notification callback that is replaced while its method waits keeps its object until then
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Owner
{
    public static int $destroyed = 0;
    public $items = ['one', 'two'];
    public function handle(...$arguments)
    {
        suspend();
        suspend();
        suspend();
        echo count($this->items), ' items, ', self::$destroyed, " destroyed\n";
    }
    public function __destruct() { self::$destroyed++; }
}

$server = stream_socket_server('tcp://127.0.0.1:0');
spawn(function () use ($server) {
    $client = stream_socket_accept($server);
    while (trim(fgets($client)) !== '');
    fwrite($client, "HTTP/1.0 200 OK\r\n\r\nhello");
});
$url = 'http://' . stream_socket_get_name($server, false);
$context = stream_context_create([], ['notification' => [new Owner, 'handle']]);
$user = spawn(fn() => file_get_contents($url, false, $context));
$writer = spawn(function () use ($context) {
    suspend();
    stream_context_set_params($context, ['notification' => fn() => null]);
    // Memory that was freed is used again.
    return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
});
echo await($user), ', ', Owner::$destroyed, " destroyed\n";
await($writer);
?>
--EXPECT--
2 items, 0 destroyed
hello, 1 destroyed
