--TEST--
A service uses one scope for accepting and one for each connection; host names are looked up in a scope (EXM-32, EXM-08, EXM-11)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

final class SocketPoll
{
    public int $closed = 0;
    private Scope $scope;
    private $server;

    public function __construct()
    {
        $this->server = stream_socket_server('tcp://127.0.0.1:0');
        $this->scope = new Scope();
    }

    public function address(): string
    {
        return stream_socket_get_name($this->server, false);
    }

    public function start(): void
    {
        $this->scope->spawn(function () {
            try {
                while ($client = @stream_socket_accept($this->server, 600)) {
                    $this->scope->spawn($this->handleConnection(...), $client);
                }
            } finally {
                fclose($this->server);
                echo "server closed\n";
            }
        });
    }

    private function handleConnection($client): void
    {
        try {
            fwrite($client, "Hello! You're connected.\n");
            while (!feof($client)) {
                $data = fread($client, 1024);
                if ($data === false || $data === '') {
                    break;
                }
                fwrite($client, "Received: $data");
            }
        } finally {
            fclose($client);
            $this->closed++;
            echo "connection closed\n";
        }
    }

    public function stop(): void
    {
        $this->scope->cancel();
        $this->scope->awaitAfterCancellation();
    }
}

$poll = new SocketPoll();
$poll->start();
$scope = new Scope();
$scope->spawn(function () use ($poll) {
    $one = stream_socket_client('tcp://' . $poll->address());
    echo fgets($one);
    fwrite($one, "first\n");
    echo fgets($one);
    fclose($one);
    while ($poll->closed === 0) suspend();
    $two = stream_socket_client('tcp://' . $poll->address());
    echo fgets($two);
    $poll->stop();
    var_dump(fread($two, 10));
});
$scope->awaitCompletion();

$lookup = new Scope();
foreach (['localhost', '127.0.0.2'] as $host) {
    $lookup->spawn(function () use ($host): string {
        $address = gethostbyname($host);
        echo "$host: $address\n";
        return $address;
    });
    $lookup->awaitCompletion();
}
?>
--EXPECT--
Hello! You're connected.
Received: first
connection closed
Hello! You're connected.
server closed
connection closed
string(0) ""
localhost: 127.0.0.1
127.0.0.2: 127.0.0.2
