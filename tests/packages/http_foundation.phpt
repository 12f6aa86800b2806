--TEST--
A request in an isolated scope gives a response: its answer, what it has printed before exit() in any of its coroutines, or its exception; others go on
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('symfony/http-foundation', 'http-foundation'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
use Async\HttpFoundation\IsolatedRequest;
use Symfony\Component\HttpFoundation\Response;
use function Async\{await, delay, spawn};

function show(string $what, Closure $task): void
{
    echo "$what: ";
    try {
        $response = IsolatedRequest::run($task);
        $page = $response->headers->get('X-Page', '-');
        echo "{$response->getStatusCode()} $page {$response->getContent()}\n";
    } catch (Throwable $failure) {
        echo $failure::class, " {$failure->getMessage()}", $failure->getPrevious() ? ' after another' : '', "\n";
    }
}
/** As error handlers of frameworks do it. */
function end_buffers(): void
{
    while (ob_get_level()) {
        ob_end_clean();
    }
}
function begin(): void
{
    header('X-Page: one');
    http_response_code(404);
    echo 'printed ';
}
/** A kernel that makes a response of whatever is thrown. */
function swallow(Closure $kernel): Response
{
    try {
        return $kernel();
    } catch (Throwable) {
        return new Response('an error page', 500);
    }
}
$other = spawn(function (): void {
    show('another request', function (Closure $answer) {
        delay(300);
        $answer(new Response('goes on'));
    });
});
delay(1);
echo "\n";

show('an answer', fn(Closure $answer) => $answer(new Response('answered', 201)));
show('a second answer', fn(Closure $answer) => [$answer(new Response('first')), $answer(new Response('second'))]);
show('no answer', fn() => print('printed '));
show('an exception', function () {
    begin();
    throw new LogicException('of the task');
});
show('an exception after the answer', function (Closure $answer) {
    $answer(new Response('answered'));
    throw new LogicException('of the task');
});
show('exit', fn() => exit(begin()));

echo "-- a child exits\n";
show('awaited', function () {
    begin();
    await(spawn(fn() => exit));
});
show('meanwhile', function () {
    begin();
    spawn(fn() => exit);
    delay(1000);
});
show('the kernel makes a page of it', function (Closure $answer) {
    begin();
    $answer(swallow(fn() => await(spawn(fn() => exit))));
    echo 'BROKEN: goes on';
});
show('after the answer', function (Closure $answer) {
    $answer(new Response('answered'));
    spawn(fn() => exit);
    delay(1000);
});

echo "-- exceptions that the task does not throw\n";
show('a child', function () {
    spawn(fn() => throw new LogicException('of a child'));
    delay(1000);
});
show('a shutdown function', function (Closure $answer) {
    register_shutdown_function(fn() => throw new LogicException('of a shutdown function'));
    $answer(new Response('answered'));
});
show('a shutdown function after exit', function () {
    register_shutdown_function(fn() => throw new LogicException('of a shutdown function'));
    exit;
});
show('a destructor', function (Closure $answer) {
    $GLOBALS['object'] = new class {
        public function __destruct()
        {
            throw new LogicException('of a destructor');
        }
    };
    $answer(new Response('answered'));
});

echo "-- the request ends our buffer\n";
show('then exits', function () {
    begin();
    end_buffers();
    header('Location: /elsewhere');
    header('X-Page: two');
    http_response_code(302);
    exit;
});
show('then answers', function (Closure $answer) {
    begin();
    end_buffers();
    $answer(new Response('answered'));
});
await($other);
?>
--EXPECT--
another request: 
an answer: 201 - answered
a second answer: 200 - first
no answer: printed 200 - 
an exception: printed LogicException of the task
an exception after the answer: LogicException of the task
exit: 404 one printed 
-- a child exits
awaited: 404 one printed 
meanwhile: 404 one printed 
the kernel makes a page of it: 404 one printed 
after the answer: 200 - answered
-- exceptions that the task does not throw
a child: LogicException of a child
a shutdown function: LogicException of a shutdown function
a shutdown function after exit: LogicException of a shutdown function
a destructor: LogicException of a destructor
-- the request ends our buffer
then exits: 302 two 
then answers: 200 - answered
200 - goes on
