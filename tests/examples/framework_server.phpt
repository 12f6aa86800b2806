--TEST--
examples/framework-server.php gives the answers of php -S for the same pages, many at once: superglobals, sessions, uploads, exit(), errors
--EXTENSIONS--
pcntl
posix
session
tokenizer
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('two servers'); ?>
--FILE--
<?php
require __DIR__ . '/framework_server.inc';

$variables = "['REQUEST_METHOD', 'REQUEST_URI', 'QUERY_STRING', 'SERVER_PROTOCOL', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PHP_SELF', 'PATH_INFO',"
    . " 'DOCUMENT_ROOT', 'CONTENT_TYPE', 'CONTENT_LENGTH', 'HTTP_HOST', 'HTTP_X_OWN', 'HTTP_COOKIE', 'PHP_AUTH_USER', 'PHP_AUTH_PW', 'REMOTE_ADDR']";
$site = make_site([
    'index.php' => '<?php echo "index ", $_SERVER["PATH_INFO"] ?? "none", " ", $_SERVER["SCRIPT_NAME"], " ", $_SERVER["PHP_SELF"];',
    'sub/index.html' => '<p>plain</p>',
    'style.css' => 'p { color: red }',
    'all.php' => "<?php usleep(2000); \$_SERVER += ['QUERY_STRING' => '']; ksort(\$_SERVER); echo json_encode([array_intersect_key(\$_SERVER, array_flip($variables)), \$_GET, \$_POST, \$_COOKIE,
        \$_REQUEST, file_get_contents('php://input'), filter_input(INPUT_GET, 'a')]);",
    'headers.php' => '<?php header("X-One: 1"); header("X-One: 2", false); setcookie("c", "v w", ["path" => "/", "httponly" => true]);
        header("Content-Type: text/plain"); http_response_code(201); echo "made";',
    'callback.php' => '<?php header_register_callback(fn () => header("X-Wrong: replaced")); header_register_callback(function () {
        header("X-Of: $_GET[n]"); header("X-Seen: " . implode(", ", preg_grep("~^(?:X-Before|X-Late|Content-type)~i", headers_list())));
        header_remove("X-Before"); http_response_code(202); header_register_callback(fn () => header("X-Wrong: another")); });
        header("X-Before: 1"); usleep(2000); echo "page $_GET[n]"; header("X-Late: 1");',
    'callback-exit.php' => '<?php header_register_callback(fn () => header("X-End: " . json_encode(preg_grep("~^X-~", headers_list()))));
        register_shutdown_function(fn () => header("X-Shutdown: 1")); header("Location: /there"); exit;',
    'callback-flush.php' => '<?php header_register_callback(fn () => header("X-Callback: 1")); echo "one "; ob_flush(); flush(); usleep(1000);
        @header("X-Too-Late: 1"); header_register_callback(fn () => header("X-Wrong: 1")); echo "two";',
    'callback-type.php' => '<?php header_register_callback(function () { header_remove("Content-Type"); header_remove("X-A"); }); header("X-A: 1"); echo "untyped";',
    'callback-buffers.php' => '<?php header_register_callback(function () { ob_start(fn ($t) => strtoupper($t)); echo "inner"; ob_start(); ob_end_flush();
        header("X-Buffered: " . ob_get_clean()); ob_start(); }); ob_start(); echo "page"; if ($_GET["x"]) exit;',
    'callback-method.php' => '<?php $own = new class { public function send() { header("X-Method: " . spl_object_id($this) > 0); } };
        header_register_callback([$own, "send"]); unset($own); http_response_code(404); echo "none";',
    'redirect.php' => '<?php header("Location: /elsewhere"); exit;',
    'gone.php' => '<?php header("HTTP/1.1 410 Gone"); echo "gone"; exit(3);',
    'nothing.php' => '<?php http_response_code(204);',
    'exit.php' => '<?php register_shutdown_function(function () { echo " at the end"; }); (function () { usleep(1000); exit("bye"); })();',
    'buffers.php' => '<?php ob_start(fn ($t) => strtoupper($t)); echo "shouted"; ob_start(); echo "lost"; ob_end_clean(); ob_start(); echo " kept";',
    'throws.php' => '<?php echo "begun "; usleep(1000); throw new LogicException("no");',
    'undefined.php' => '<?php echo "begun "; no_such_function();',
    'parse.php' => '<?php echo (;',
    'handler.php' => '<?php set_exception_handler(function ($e) { http_response_code(418); echo "handled ", $e->getMessage(); }); throw new Exception("it");',
    'errors.php' => '<?php set_error_handler(function ($n, $m) { echo "[$m]"; return true; }); echo $none; usleep(1000); echo [][1] ?? "default"; trigger_error("own");',
    'settings.php' => '<?php date_default_timezone_set($_GET["zone"]); ini_set("precision", $_GET["p"]); usleep(3000); echo date("T", 0), " ", 1 / 3;',
    'library.inc.php' => '<?php class Counter { public static int $n = 0; static function next(): int { return ++self::$n; } }',
    'statics.php' => '<?php require_once __DIR__ . "/library.inc.php"; Counter::next(); usleep(2000); echo Counter::next();',
    'session.php' => '<?php session_id($_GET["s"]); session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; usleep(2000); echo json_encode($_SESSION);',
    'cookie-session.php' => '<?php session_start(); $_SESSION["user"] ??= $_GET["user"]; echo session_id(), $_SESSION["user"];',
    'upload.php' => '<?php foreach ($_FILES as $n => $f) { usleep(1000); echo json_encode([$n, $f["name"], $f["type"], $f["size"], $f["error"],
        is_uploaded_file($f["tmp_name"]), @file_get_contents($f["tmp_name"])]); } echo json_encode($_POST);
        if (isset($_FILES["b"])) { $to = dirname(__DIR__) . "/moved" . getmypid() . bin2hex(random_bytes(4)); var_dump(move_uploaded_file($_FILES["b"]["tmp_name"], $to)); echo file_get_contents($to); unlink($to); }',
    'long.php' => '<?php for ($i = 0; $i < 5000; $i++) echo str_repeat("$i ", 10), "\n";',
]);
$part = fn (string $name, string $content, ?string $file = null) => "--B\r\nContent-Disposition: form-data; name=\"$name\""
    . ($file ? "; filename=\"$file\"\r\nContent-Type: text/x-own" : '') . "\r\n\r\n$content\r\n";
$form = $part('x[]', '1') . $part('x[]', '2') . $part('a', 'hello', 'a.txt') . $part('b', str_repeat('long ', 20000), '../b.txt') . "--B--\r\n";
$requests = [
    request('/'), request('/a/path'), request('/sub/'), request('/style.css'),
    request('/all.php?a=1&b[]=2&b[]=3', headers: ['X-Own' => 'yes', 'Cookie' => 'k=v%20w; l=2']),
    request('/all.php/some/info?q=%C3%A4', headers: ['Authorization' => 'Basic ' . base64_encode('me:secret')]),
    request('/all.php', 'POST', ['Content-Type' => 'application/x-www-form-urlencoded'], 'p=1&q[x]=2&r=%26'),
    request('/all.php', 'PUT', ['Content-Type' => 'application/json'], '{"a": 1}'),
    request('/all.php', 'DELETE'), request('/headers.php'), request('/headers.php', 'HEAD'), request('/redirect.php'), request('/gone.php'),
    request('/callback.php?n=1'), request('/callback.php?n=2'), request('/callback.php?n=3', 'HEAD'), request('/callback-exit.php'),
    request('/callback-flush.php'), request('/callback-type.php'), request('/callback-buffers.php?x=0'), request('/callback-buffers.php?x=1'), request('/callback-method.php'),
    request('/nothing.php'), request('/exit.php'), request('/buffers.php'), request('/throws.php'), request('/undefined.php'),
    request('/parse.php'), request('/handler.php'), request('/errors.php'), request('/statics.php'), request('/statics.php'),
    request('/settings.php?zone=Asia/Tokyo&p=5'), request('/settings.php?zone=Europe/Berlin&p=9'), request('/settings.php?zone=UTC&p=2'),
    request('/session.php?s=one'), request('/session.php?s=two'), request('/cookie-session.php?user=Ann', headers: ['Cookie' => 'PHPSESSID=ann']),
    request('/cookie-session.php?user=Ben', headers: ['Cookie' => 'PHPSESSID=ben']),
    request('/upload.php', 'POST', ['Content-Type' => 'multipart/form-data; boundary=B'], $form), request('/long.php'),
];

$stock = start_stock($site);
$wanted = array_map(fn ($request) => plain(stream_get_contents(send($stock, $request))), $requests);
array_map('unlink', glob("$site/sessions/*"));
[$server, $address] = start_server($site);
$differ = 0;
foreach (['all at once', 'once more'] as $round) {
    $clients = array_map(fn ($request) => send($address, $request), $requests);
    foreach ($clients as $i => $client) {
        $answer = plain(stream_get_contents($client));
        if ($answer !== $wanted[$i]) {
            $differ++;
            echo "--- $round: ", strtok($requests[$i], "\r"), "\nphp -S:\n", substr($wanted[$i], 0, 2000), "\nhere:\n", substr($answer, 0, 2000), "\n";
        }
    }
    array_map('unlink', glob("$site/sessions/*"));
}
echo count($requests), " requests twice, $differ differ\n";

echo "-- 20 pages that sleep, one that throws among them\n";
file_put_contents("$site/public/sleep.php", '<?php usleep(200_000); echo "slept $_GET[n]";');
$start = microtime(true);
$clients = array_map(fn ($n) => send($address, request($n === 10 ? '/throws.php' : "/sleep.php?n=$n")), range(0, 20));
$right = 0;
foreach ($clients as $n => $client) {
    $right += str_ends_with(plain(stream_get_contents($client)), $n === 10 ? 'begun ' : "\n\nslept $n");
}
echo "$right right, ", microtime(true) - $start < 2 ? 'at once' : 'one after the other', "\n";

echo "-- sessions of one id take turns\n";
$clients = array_map(fn () => send($address, request('/session.php?s=shared')), range(1, 10));
$counts = array_map(fn ($client) => json_decode(explode("\n\n", plain(stream_get_contents($client)), 2)[1])->n, $clients);
sort($counts);
echo implode(' ', $counts), "\n";

echo "-- left: ", count(glob("$site/php*")), " uploaded files\n";
proc_terminate($server, SIGTERM);
echo 'status ', proc_close($server), ', ', file_get_contents("$site/errors") ?: "nothing on stderr\n";
?>
--EXPECT--
41 requests twice, 0 differ
-- 20 pages that sleep, one that throws among them
21 right, at once
-- sessions of one id take turns
1 2 3 4 5 6 7 8 9 10
-- left: 0 uploaded files
status 0, nothing on stderr
