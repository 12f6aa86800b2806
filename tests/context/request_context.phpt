--TEST--
The server and request contexts of the documents, with a context for each coroutine: requests do not see each other's values (EXM-18, CL-03, CX-11)
--FILE--
<?php
use function Async\{currentContext, coroutineContext, spawn, await, suspend};

function handleRequest(int $number): void
{
    coroutineContext()->set('request_id', "request-$number");
    suspend();
    echo coroutineContext()->get('request_id'), ' of ', currentContext()->get('server_id'), ', ', json_encode(currentContext()->get('request_id')), "\n";
}
currentContext()->set('server_id', 'server-1')->set('request_id', null);
$requests = [spawn(handleRequest(...), 1), spawn(handleRequest(...), 2)];
array_map(Async\await(...), $requests);
?>
--EXPECT--
request-1 of server-1, null
request-2 of server-1, null
