--TEST--
Example of the documents: the context of a request inherits from the server's context and overrides it (EXM-18, CX-07, CX-10)
--FILE--
<?php
use Async\Scope;
use function Async\{currentContext, rootContext, suspend};

function handleRequest(int $number): void
{
    suspend();
    echo "request $number: ", currentContext()->get('request_id'), "\n"; // from the request's context
    echo "request $number: ", currentContext()->get('server_id'), "\n";  // from the server's context
    var_dump(rootContext()->get('request_id'));                          // set to NULL by the server
}

function startRequestHandler(int $number): Scope
{
    $requestScope = Scope::inherit(); // the server's context is the parent
    $requestScope->context->set('request_id', "request-$number");
    $requestScope->spawn(handleRequest(...), $number);
    return $requestScope;
}

$serverScope = new Scope();
$serverScope->context->set('server_id', 'server-1');
$serverScope->context->set('request_id', null);
Async\await($serverScope->spawn(function () {
    $requests = [startRequestHandler(1), startRequestHandler(2)];
    foreach ($requests as $scope) $scope->awaitCompletion();
    var_dump(currentContext()->get('request_id'));
}));
?>
--EXPECT--
request 1: request-1
request 1: server-1
NULL
request 2: request-2
request 2: server-1
NULL
NULL
