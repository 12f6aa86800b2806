--TEST--
The example of the document: the first host that answers wins (TG-32, TG-14)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

function fetch(string $host): string|false {
    for ($i = strlen($host); $i > 0; $i--) suspend();
    return str_starts_with($host, 'x') ? false : "data of $host";
}

function fetchFirstSuccessful(string ...$apiHosts): string
{
    $taskGroup = new Async\TaskGroup(captureResults: false);

    foreach ($apiHosts as $host) {
        $taskGroup->spawn(function() use ($host) {
            $response = fetch($host);

            if($response === false) {
                throw new Exception("Failed to fetch data from $host");
            }

            return $response;
        });
    }

    return await($taskGroup->race(ignoreErrors: true));
}
echo fetchFirstSuccessful('slow.host', 'x', 'xx', 'host'), "\n";
/* The losers are cancelled, and none of their errors is left. */
for ($i = 0; $i < 20; $i++) suspend();
echo count(Async\getCoroutines()), "\n";
try {
    fetchFirstSuccessful('x', 'xx');
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
data of host
1
No task of the group is left that could succeed
