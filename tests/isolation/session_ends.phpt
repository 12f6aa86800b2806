--TEST--
Sessions: however a scope or the program ends, the session of each isolated scope is written, unless it is in the middle of a call
--EXTENSIONS--
session
--SKIPIF--
<?php if (!function_exists('proc_open')) die('skip proc_open() is needed'); ?>
--INI--
session.use_strict_mode=0
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$dir = sys_get_temp_dir() . '/session-ends-' . uniqid(getmypid() . '_');
mkdir($dir);
$common = 'use Async\Scope; use function Async\{await, delay, spawn, suspend}; ini_set("session.use_cookies", 0); ini_set("session.cache_limiter", "");
    ini_set("session.save_path", ' . var_export($dir, true) . ');
    function begin(string $id) { session_id($id); session_start(); $_SESSION["of"] = $id; }
    class Logs implements SessionHandlerInterface {
        public function open($path, $name): bool { return true; }
        public function close(): bool { error("close"); return true; }
        public function read($id): string { global $slow; $slow && delay(1000); return ""; }
        public function write($id, $data): bool { global $fails; error("write $id $data"); if ($fails == 1) throw new Exception("in write"); if ($fails == 2) eval("class Logs {}"); if ($fails == 3) delay(3); error("written"); return true; }
        public function destroy($id): bool { return true; }
        public function gc($lifetime): int { return 0; }
        // 8.6 asks for these two, and calls them where their interfaces are implemented.
        public function create_sid(): string { return bin2hex(random_bytes(16)); }
        public function validateId($id): bool { return true; }
    }
    function error(string $text) { file_put_contents(session_save_path() . "/log", "$text\n", FILE_APPEND); }
    $one = Scope::isolated(catchExit: true); $two = Scope::isolated(); $three = Scope::isolated();
    $two->spawn(function () { begin("two"); try { delay(TWO_TAKES); } catch (Async\AsyncCancellation $e) { $_SESSION["cancelled"] = 1; } });
    ';
$cases = [
    'end of the coroutine' => 'await($one->spawn(function () { begin("one"); })); $one->dispose(); delay(300);',
    'an exception' => '$one->setExceptionHandler(fn($s, $c, $e) => print($e->getMessage())); $one->spawn(function () { begin("one"); $_SESSION["x"] = 1; throw new Exception("x"); }); delay(300);',
    'an exception of all' => '$three->spawn(function () { begin("three"); $_SESSION["x"] = 1; throw new Exception("x"); }); delay(300);',
    'cancelled' => '$three->spawn(function () { begin("three"); try { delay(1000); } finally { $_SESSION["finally"] = 1; } }); suspend(); $three->cancel(); $two->cancel(); delay(5);',
    'exit in a scope' => '$one->spawn(function () { begin("one"); register_shutdown_function(fn() => $_SESSION["shutdown"] = session_status()); exit(4); }); $one->awaitCompletion(); echo $one->getExitStatus(); delay(300);',
    'exit of the program' => '$three->spawn(function () { begin("three"); delay(5); exit(4); }); delay(300);',
    'exit of main' => '$three->spawn(function () { begin("three"); delay(1000); }); delay(2); begin("main"); exit(4);',
    'end of main' => '$three->spawn(function () { begin("three"); delay(5); $_SESSION["later"] = 1; }); delay(1); begin("main");',
    'a fatal error in another' => '$three->spawn(function () { delay(5); eval("class Logs {}"); }); delay(300);',
    'a fatal error' => '$three->spawn(function () { begin("three"); $_SESSION["more"] = 1; session_name("X"); eval("class Logs {}"); }); delay(300);',
    'a fatal error in main' => 'begin("main"); delay(2); eval("class Logs {}");',
    'a fatal error, settings changed' => 'session_name("MAIN"); $three->spawn(function () { suspend(); session_name("X"); suspend(); ini_restore("session.name"); begin("three"); eval("class Logs {}"); }); register_shutdown_function(fn() => print(session_name() . ini_get("session.name"))); delay(300);',
    'memory_limit' => '$three->spawn(function () { begin("three"); $GLOBALS["much"] = str_repeat("x", 1 << 28); }); delay(300);',
    'in the middle of a wait for a lock, exit' => '$three->spawn(function () { begin("two"); }); delay(5); exit(1);',
    'in the middle of a wait for a lock, fatal error' => '$three->spawn(function () { begin("two"); }); delay(5); eval("class Logs {}");',
    'in the middle of a handler, exit' => '$three->spawn(function () { $GLOBALS["slow"] = 1; session_set_save_handler(new Logs); begin("three"); }); delay(5); exit(1);',
    'in the middle of a handler, fatal error' => '$three->spawn(function () { $GLOBALS["slow"] = 1; session_set_save_handler(new Logs, false); begin("three"); }); delay(5); eval("class Logs {}");',
    'a handler' => '$three->spawn(function () { session_set_save_handler(new Logs, false); begin("three"); }); delay(5); $three->dispose(); delay(300);',
    'a handler that waits' => '$three->spawn(function () { $GLOBALS["fails"] = 3; session_set_save_handler(new Logs, false); begin("three"); }); delay(5); $three->dispose(); delay(300);',
    'a handler that throws' => '$three->spawn(function () { $GLOBALS["fails"] = 1; session_set_save_handler(new Logs, false); begin("three"); }); $three->setExceptionHandler(fn($s, $c, $e) => print($e->getMessage())); delay(5); $three->dispose(); delay(300);',
    'a handler that throws after a function that throws' => '$three->spawn(function () { $GLOBALS["fails"] = 1; session_set_save_handler(new Logs, false); begin("three"); register_shutdown_function(fn() => throw new Exception("function")); }); $three->setExceptionHandler(fn($s, $c, $e) => print($e->getMessage() . " " . $e->getPrevious()?->getMessage())); delay(5); $three->dispose(); delay(300);',
    'a function that throws' => '$three->spawn(function () { begin("three"); register_shutdown_function(fn() => throw new Exception("function")); }); $three->setExceptionHandler(fn($s, $c, $e) => print($e->getMessage())); delay(5); $three->dispose(); delay(300);',
    'a handler with a fatal error' => '$three->spawn(function () { $GLOBALS["fails"] = 2; session_set_save_handler(new Logs, false); begin("three"); }); delay(5); $three->dispose(); delay(300);',
    'started by the last destructor' => 'class Last { function __destruct() { begin("three"); } } $three->spawn(function () { $GLOBALS["last"] = new Last; }); delay(5); $three->dispose(); delay(300);',
    'main, after the scopes' => '$three->spawn(function () { begin("three"); delay(20); }); delay(5); register_shutdown_function(function () { begin("three"); $_SESSION["main"] = 1; });',
];
if (function_exists('pcntl_fork')) {
    $cases['fork'] = '$three->spawn(function () { begin("three"); delay(5); $_SESSION["later"] = 1; }); suspend(); $go = session_save_path() . "/go";
        if (!pcntl_fork()) { while (!file_exists($go)) usleep(1000); exit(0); } delay(10); $three->dispose(); $two->dispose(); while (Async\stats()["isolations"] > 1) delay(1); touch($go); pcntl_wait($status); unlink($go);';
}
foreach ($cases as $name => $code) {
    // The fork cuts it off: it does not end by itself before, however slow the machine is.
    $two_takes = $name === 'fork' ? 60000 : 200;
    [$output, $status] = run_php("const TWO_TAKES = $two_takes; $common$code", '-d memory_limit=64M -d html_errors=0 -d display_errors=0 -d log_errors=0');
    echo "-- $name: $status ", trim($output), "\n";
    foreach (glob("$dir/*") as $file) {
        echo '   ', str_replace('sess_', '', basename($file)), ': ', trim(file_get_contents($file)), "\n";
        unlink($file);
    }
}
rmdir($dir);
?>
--EXPECT--
-- end of the coroutine: 0 
   one: of|s:3:"one";
   two: of|s:3:"two";
-- an exception: 0 x
   one: of|s:3:"one";x|i:1;
   two: of|s:3:"two";
-- an exception of all: 255 
   three: of|s:5:"three";x|i:1;
   two: of|s:3:"two";cancelled|i:1;
-- cancelled: 0 
   three: of|s:5:"three";finally|i:1;
   two: of|s:3:"two";cancelled|i:1;
-- exit in a scope: 0 4
   one: of|s:3:"one";shutdown|i:2;
   two: of|s:3:"two";
-- exit of the program: 4 
   three: of|s:5:"three";
   two: of|s:3:"two";
-- exit of main: 4 
   main: of|s:4:"main";
   three: of|s:5:"three";
   two: of|s:3:"two";
-- end of main: 0 
   main: of|s:4:"main";
   three: of|s:5:"three";later|i:1;
   two: of|s:3:"two";
-- a fatal error in another: 255 
   two: of|s:3:"two";
-- a fatal error: 255 
   three: of|s:5:"three";more|i:1;
   two: of|s:3:"two";
-- a fatal error in main: 255 
   main: of|s:4:"main";
   two: of|s:3:"two";
-- a fatal error, settings changed: 255 PHPSESSIDPHPSESSID
   three: of|s:5:"three";
   two: of|s:3:"two";
-- memory_limit: 255 
   three: of|s:5:"three";
   two: of|s:3:"two";
-- in the middle of a wait for a lock, exit: 1 
   two: of|s:3:"two";
-- in the middle of a wait for a lock, fatal error: 255 
   two: of|s:3:"two";
-- in the middle of a handler, exit: 1 
   two: of|s:3:"two";
-- in the middle of a handler, fatal error: 255 
   two: of|s:3:"two";
-- a handler: 0 
   log: write three of|s:5:"three";
written
close
   two: of|s:3:"two";
-- a handler that waits: 0 
   log: write three of|s:5:"three";
written
close
   two: of|s:3:"two";
-- a handler that throws: 0 in write
   log: write three of|s:5:"three";
   two: of|s:3:"two";
-- a handler that throws after a function that throws: 0 in write function
   log: write three of|s:5:"three";
   two: of|s:3:"two";
-- a function that throws: 0 function
   three: of|s:5:"three";
   two: of|s:3:"two";
-- a handler with a fatal error: 255 
   log: write three of|s:5:"three";
   two: of|s:3:"two";
-- started by the last destructor: 0 
   three: of|s:5:"three";
   two: of|s:3:"two";
-- main, after the scopes: 0 
   three: of|s:5:"three";main|i:1;
   two: of|s:3:"two";
-- fork: 0 
   three: of|s:5:"three";later|i:1;
   two: of|s:3:"two";cancelled|i:1;
