--TEST--
Headers, response code and cookies are an isolation's own; it begins as a request of its own, and its output counts for it only
--INI--
output_buffering=0
--FILE--
<?php
require __DIR__ . '/isolated.inc';
use function Async\{await, suspend};

$log = '';
function note(string $who): void
{
    global $log;
    $GLOBALS['notes']->append($who . ' ' . json_encode([headers_list(), http_response_code(), headers_sent()], JSON_UNESCAPED_SLASHES));
}
$notes = new ArrayObject();
$run = function (string $name, int $code) {
    note("$name begins");
    header("X-Of: $name");
    header("X-Of: $name again", false);
    header("X-Gone: $name");
    setcookie('cookie', $name);
    suspend();
    note($name);
    header_remove('X-Gone');
    http_response_code($code);
    header('Content-Type: text/plain; charset=utf-8');
    suspend();
    note($name);
    header_remove();
    header('Location: /there');
    header("HTTP/1.1 299 $name");
    suspend();
    note($name);
    ob_start();
    echo 'buffered';
    ob_end_clean();
    note("$name has buffered");
    suspend();
    if ($name === 'one') {
        echo "output\n";
    }
    suspend();
    note($name);
    $notes = $GLOBALS['notes'];
    set_error_handler(fn($type, $message) => $notes->append($message));
    header('X-Late: 1');
    note("$name ends");
};
$one = isolated($run, 'one', 404);
$two = isolated($run, 'two', 503);
for ($i = 0; $i < 4; $i++) {
    suspend();
    note('main');
}
http_response_code(201);
await($one);
await($two);
note('main');
echo implode("\n", (array) $notes), "\n";
note('main has printed');
await(isolated(fn() => note('new')));
echo implode("\n", array_slice((array) $notes, -2)), "\n";
?>
--EXPECTF--
output
one begins [[],false,false]
two begins [[],false,false]
main [[],false,false]
one [["X-Of: one","X-Of: one again","X-Gone: one","Set-Cookie: cookie=one"],false,false]
two [["X-Of: two","X-Of: two again","X-Gone: two","Set-Cookie: cookie=two"],false,false]
main [[],false,false]
one [["X-Of: one","X-Of: one again","Set-Cookie: cookie=one","Content-Type: text/plain; charset=utf-8"],404,false]
two [["X-Of: two","X-Of: two again","Set-Cookie: cookie=two","Content-Type: text/plain; charset=utf-8"],503,false]
main [[],false,false]
one [["Location: /there"],299,false]
one has buffered [["Location: /there"],299,false]
two [["Location: /there"],299,false]
two has buffered [["Location: /there"],299,false]
main [[],false,false]
one [["Location: /there"],299,true]
Cannot modify header information - headers already sent by (output started at %sheaders.php:%d)
one ends [["Location: /there"],299,true]
two [["Location: /there"],299,false]
two ends [["Location: /there","X-Late: 1"],299,false]
main [[],201,false]
main has printed [[],201,true]
new [[],false,false]
