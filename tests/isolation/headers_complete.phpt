--TEST--
completeHeaders() does in an isolation what PHP does before it sends headers: the default content type, then the callback of header_register_callback(), once, in its own isolation; it returns what the callback prints
--FILE--
<?php
require __DIR__ . '/isolated.inc';
use function Async\{await, completeHeaders, suspend};

final class State { public static string $name = 'main'; }
/** Lines are kept in an object, which all isolations share. */
final class Notes
{
    public static ArrayObject $all;
    public static function add(string $text): void
    {
        self::$all[] = $text . ' ' . json_encode([headers_list(), http_response_code(), headers_sent()], JSON_UNESCAPED_SLASHES);
    }
}
Notes::$all = new ArrayObject();
function show(): void
{
    echo implode("\n", (array) Notes::$all), "\n";
    Notes::$all->exchangeArray([]);
}

echo "-- two at once\n";
$run = function (string $name): void {
    State::$name = $name;
    header_register_callback(fn() => header('X-Wrong: replaced'));
    header_register_callback(function () {
        Notes::add('callback of ' . State::$name);
        header('X-Of: ' . State::$name);
        header_remove('X-Gone');
        suspend();
        http_response_code(404);
        header_register_callback(fn() => header('X-Wrong: another one'));
    });
    header("X-Gone: $name");
    suspend();
    completeHeaders();
    Notes::add("completed $name");
};
$one = isolated($run, 'one');
$two = isolated($run, 'two');
await($one);
await($two);
show();

echo "-- none, and types\n";
await(isolated(function () {
    completeHeaders();
    completeHeaders();
    Notes::add('no callback');
}));
await(isolated(function () {
    ini_set('default_mimetype', '');
    completeHeaders();
    Notes::add('no default');
}));
await(isolated(function () {
    header('Content-Type: text/plain; charset=UTF-8');
    header_register_callback(fn() => header_remove('Content-Type'));
    completeHeaders();
    completeHeaders();
    Notes::add('removed');
}));
show();

echo "-- what the callback prints\n";
ob_start();
await(isolated(function () {
    header_register_callback(function () {
        echo 'printed, ';
        suspend();
        ob_start();
        echo 'also in a buffer of its own, ';
    });
    ob_start();
    echo 'body';
    $printed = completeHeaders();
    $again = completeHeaders();
    $body = ob_get_clean();
    Notes::$all[] = "$printed$again$body, " . ob_get_level();
    header_register_callback(fn() => ob_end_clean());
    Notes::$all[] = 'without a buffer: ' . json_encode(completeHeaders());
}));
Notes::$all[] = 'elsewhere: ' . json_encode(ob_get_clean());
show();

echo "-- the callback has output buffers of its own in a handler\n";
ob_start();
await(isolated(function () {
    ob_start(function (string $text) {
        return completeHeaders() . $text;
    });
    header_register_callback(function () {
        echo 'printed ';
        ob_start();
        echo 'inner';
        header('X-Inner: ' . ob_get_clean() . ob_get_level());
        ob_start();
    });
    ob_start();
    echo 'text of the page';
}));
Notes::$all[] = ob_get_clean();
show();
await(isolated(function () {
    ob_start(function (string $text) {
        completeHeaders();
        return $text;
    });
    header_register_callback(function () {
        ob_start();
        throw new LogicException('of the callback');
    });
    try {
        echo 'text of the page';
        ob_end_flush();
    } catch (LogicException $exception) {
        echo ' ', ob_get_level(), " {$exception->getMessage()}\n";
    }
}));

echo "-- exceptions\n";
await(isolated(function () {
    header_register_callback(fn() => throw new LogicException('of the callback'));
    try {
        completeHeaders();
    } catch (LogicException $exception) {
        Notes::add($exception->getMessage());
    }
    completeHeaders();
    Notes::add('once');
}));
show();
header_register_callback(fn() => print("BROKEN\n"));
try {
    completeHeaders();
} catch (Async\AsyncException $exception) {
    echo $exception->getMessage(), "\n";
}
try {
    await(Async\spawn(completeHeaders(...)));
} catch (Async\AsyncException $exception) {
    echo "the same in a coroutine\n";
}
?>
--EXPECT--
-- two at once
callback of one [["X-Gone: one","Content-type: text/html; charset=UTF-8"],false,false]
callback of two [["X-Gone: two","Content-type: text/html; charset=UTF-8"],false,false]
completed one [["Content-type: text/html; charset=UTF-8","X-Of: one"],404,false]
completed two [["Content-type: text/html; charset=UTF-8","X-Of: two"],404,false]
-- none, and types
no callback [["Content-type: text/html; charset=UTF-8"],false,false]
no default [[],false,false]
removed [[],false,false]
-- what the callback prints
printed, also in a buffer of its own, body, 0
without a buffer: ""
elsewhere: ""
-- the callback has output buffers of its own in a handler
printed text of the page
text of the page 0 of the callback
-- exceptions
of the callback [["Content-type: text/html; charset=UTF-8"],false,false]
once [["Content-type: text/html; charset=UTF-8"],false,false]
PHP itself completes the headers of the process: call completeHeaders() in an isolated scope
the same in a coroutine
