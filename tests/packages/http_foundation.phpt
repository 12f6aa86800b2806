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

echo "-- headers, as under php-fpm\n";
function headers(string $what, Closure $task): void
{
    try {
        $response = IsolatedRequest::run($task);
        $all = array_diff_key($response->headers->allPreserveCase(), ['Date' => 1, 'date' => 1]);
        ksort($all, SORT_FLAG_CASE | SORT_STRING);
        echo "$what: {$response->getStatusCode()} ", json_encode($all, JSON_UNESCAPED_SLASHES), "\n";
    } catch (Throwable $failure) {
        echo "$what: ", $failure::class, " {$failure->getMessage()}\n";
    }
}
$response = fn() => new Response('answered', 201, ['Content-Type' => 'text/plain', 'X-Gone' => '1', 'X-Two' => ['a', 'b'], 'Cache-Control' => 'max-age=5, public']);
headers('nothing of PHP', fn(Closure $answer) => $answer($response()));
headers('header(), setcookie()', function (Closure $answer) use ($response) {
    setcookie('php', 'one two', ['path' => '/p', 'httponly' => true]);
    header('X-Two: c');
    header('Content-Type: text/html');
    http_response_code(404);
    $own = $response();
    $own->headers->setCookie(new Symfony\Component\HttpFoundation\Cookie('own', 'c d'));
    $answer($own);
});
$register = fn(string $name) => header_register_callback(function () use ($name) {
    header('X-Callback: ' . $name . count(preg_grep('/^X-(Gone|Two)/i', headers_list())));
    header_remove('X-Gone');
    header_remove('Set-Cookie');
    http_response_code(202);
});
headers('the callback', function (Closure $answer) use ($response, $register) {
    setcookie('php', 'one');
    $register('it has seen ');
    $answer($response());
});
headers('the callback after exit()', function () use ($register) {
    $register('at the end ');
    register_shutdown_function(fn() => header('X-Two: late'));
    header('X-Gone: 1');
    exit;
});
headers('the callback after the buffers', function () use ($register) {
    $register('at the end ');
    end_buffers();
    header('X-Gone: 1');
    exit;
});
foreach ([false, true] as $exits) {
    headers('a callback that throws' . ($exits ? ' after exit()' : ''), function (Closure $answer) use ($response, $exits) {
        header_register_callback(fn() => throw new LogicException('of the callback'));
        $exits ? exit : $answer($response());
    });
}
foreach (['answer', 'exit', 'stream'] as $how) {
    $printing = IsolatedRequest::run(function (Closure $answer) use ($how) {
        header_register_callback(fn() => print("printed by the callback, "));
        echo $how === 'exit' ? 'page' : '';
        match ($how) {
            'answer' => $answer(new Response('content')),
            'stream' => $answer(new Symfony\Component\HttpFoundation\StreamedResponse(fn() => print('streamed'))),
            'exit' => exit,
        };
    });
    $printing->sendContent();
    echo "\n";
}
$all = array_map(fn(int $n) => spawn(fn() => IsolatedRequest::run(function (Closure $answer) use ($n) {
    header_register_callback(fn() => header("X-Of: $n"));
    delay(1);
    $n % 2 ? exit : $answer(new Response());
})->headers->get('X-Of')), range(1, 20));
echo array_map(fn($coroutine) => (int) await($coroutine), $all) === range(1, 20) ? "each has its own\n" : "BROKEN\n";
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
then answers: 200 one answered
200 - goes on
-- headers, as under php-fpm
nothing of PHP: 201 {"Cache-Control":["max-age=5, public"],"Content-Type":["text/plain"],"X-Gone":["1"],"X-Two":["a","b"]}
header(), setcookie(): 201 {"Cache-Control":["max-age=5, public"],"Content-type":["text/plain;charset=UTF-8"],"Set-Cookie":["php=one%20two; path=/p; httponly","own=c%20d; path=/; httponly; samesite=lax"],"X-Gone":["1"],"X-Two":["c","a","b"]}
the callback: 202 {"Cache-Control":["max-age=5, public"],"Content-type":["text/plain;charset=UTF-8"],"X-Callback":["it has seen 3"],"X-Two":["a","b"]}
the callback after exit(): 202 {"Content-type":["text/html; charset=UTF-8"],"X-Callback":["at the end 2"],"X-Two":["late"]}
the callback after the buffers: 202 {"Content-type":["text/html; charset=UTF-8"],"X-Callback":["at the end 1"]}
a callback that throws: LogicException of the callback
a callback that throws after exit(): LogicException of the callback
printed by the callback, content
printed by the callback, page
streamed
each has its own
