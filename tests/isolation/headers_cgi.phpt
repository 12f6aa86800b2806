--TEST--
A SAPI that sends headers: an isolation's never leave it, and its output sends those of the base first
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/headers_cgi.inc.php';
$programs = [
    'buffered, main sends its own' => '
        header("X-Main: 1"); http_response_code(201);
        $scope->spawn(function () { header("X-Isolated: 1"); http_response_code(404); setcookie("c", "v"); ob_start(); echo "never"; ob_end_clean();
            fwrite($GLOBALS["notes"], json_encode([headers_list(), http_response_code(), headers_sent()])); suspend(); });
        suspend(); suspend(); header("X-Later: 1"); rewind($notes); echo stream_get_contents($notes);',
    'unbuffered' => '
        header("X-Main: 1"); http_response_code(201); header_register_callback(function () { header("X-Callback: " . State::$name); });
        $scope->spawn(function () { State::$name = "isolated"; header("X-Isolated: 1"); http_response_code(404); header_register_callback(fn() => header("X-Wrong: 1"));
            suspend(); echo "isolated "; echo json_encode(headers_list()), headers_sent() ? " sent" : " not sent"; suspend(); });
        suspend(); suspend(); echo "\n", "main ", headers_sent() ? "sent" : "not sent", " ", json_encode(headers_list()), http_response_code();',
    'unbuffered after main' => '
        header("X-Main: 1"); echo "main"; flush();
        $scope->spawn(function () { header("X-Isolated: 1"); echo headers_sent() ? " sent" : " not sent"; echo " isolated ", headers_sent() ? "sent" : "not sent"; });
        suspend(); suspend();',
    'a new isolation' => '
        http_response_code(404); header("X-Main: 1");
        $scope = Async\Scope::isolated();
        $scope->spawn(function () { $GLOBALS["box"][0] = json_encode([headers_list(), http_response_code()]); });
        suspend(); suspend(); echo $box[0];',
    'a fatal error' => '
        ini_set("display_errors", "0"); ini_set("log_errors", "0"); header("X-Main: 1");
        $scope->spawn(function () { header("X-Isolated: 1"); ini_set("display_errors", "0"); class_exists("State") && eval("class State {}"); });
        suspend(); suspend();',
    'an exception' => '
        ini_set("display_errors", "0"); ini_set("log_errors", "0"); header("X-Main: 1");
        $scope->spawn(function () { header("X-Isolated: 1"); throw new Exception("x"); });
        suspend(); suspend();',
];
foreach ($programs as $title => $body) {
    file_put_contents($script, '<?php use function Async\suspend; class State { static $name = "main"; } $notes = fopen("php://memory", "w+");
        $box = new ArrayObject(); $scope = Async\Scope::isolated();' . $body);
    // A clean environment: the CGI variables of the test itself would make php-cgi run the test again.
    $output = (string) shell_exec('env -i ' . php_command('-d html_errors=0 -d output_buffering=0 ' . escapeshellarg($script),
        getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>/dev/null');
    echo "-- $title\n", str_replace("\r", '', $output), "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/headers_cgi.inc.php'); ?>
--EXPECTF--
-- buffered, main sends its own
Status: 201 Created
X-Powered-By: %s
X-Main: 1
X-Later: 1
Content-type: text/html; charset=UTF-8

[["X-Isolated: 1","Set-Cookie: c=v"],404,false]
-- unbuffered
Status: 201 Created
X-Powered-By: %s
X-Main: 1
Content-type: text/html; charset=UTF-8
X-Callback: main

isolated ["X-Isolated: 1","Content-type: text\/html; charset=UTF-8","X-Wrong: 1"] sent
main sent ["X-Powered-By: PHP\/%s","X-Main: 1","Content-type: text\/html; charset=UTF-8","X-Callback: main"]201
-- unbuffered after main
X-Powered-By: %s
X-Main: 1
Content-type: text/html; charset=UTF-8

main not sent isolated sent
-- a new isolation
Status: 404 Not Found
X-Powered-By: %s
X-Main: 1
Content-type: text/html; charset=UTF-8

[[],200]
-- a fatal error
Status: 500 Internal Server Error
X-Powered-By: %s
X-Main: 1
Content-type: text/html; charset=UTF-8


-- an exception
Status: 500 Internal Server Error
X-Powered-By: %s
X-Main: 1
Content-type: text/html; charset=UTF-8
