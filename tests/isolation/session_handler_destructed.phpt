--TEST--
Sessions: a save handler object is destructed when the scope ends as at the end of a request: before the session is written, or after it where session_write_close() is a shutdown function
--EXTENSIONS--
session
--SKIPIF--
<?php if (!function_exists('proc_open')) die('skip proc_open() is needed'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$common = <<<'PHP'
class Handler implements SessionHandlerInterface {
    public ?Part $part = null;
    function open($path, $name): bool { echo "open\n"; return true; }
    function close(): bool { echo "close\n"; return true; }
    function read($id): string|false { return ''; }
    function write($id, $data): bool { echo "write $data\n"; return true; }
    function destroy($id): bool { return true; }
    function gc($lifetime): int|false { return 0; }
    // 8.6 asks for these two, and calls them where their interfaces are implemented.
    function create_sid(): string { return bin2hex(random_bytes(16)); }
    function validateId($id): bool { return true; }
    function __destruct() { echo 'handler: status ', session_status(), "\n"; }
}
class Part { function __destruct() { echo 'part: status ', session_status(), "\n"; } }
class User { function __destruct() { echo 'user: status ', session_status(), "\n"; if (isset($_SESSION)) { $_SESSION['late'] = 1; } } }
function script(bool $is_object, bool $is_shutdown_function, string $kind)
{
    ini_set('session.use_cookies', 0);
    ini_set('session.cache_limiter', '');
    $handler = new Handler;
    if ($is_object) {
        session_set_save_handler($handler, $is_shutdown_function);
    } else {
        session_set_save_handler(...array_map(fn($name) => [$handler, $name], ['open', 'close', 'read', 'write', 'destroy', 'gc']));
        if ($is_shutdown_function) {
            register_shutdown_function('session_write_close');
        }
    }
    session_start();
    $_SESSION['name'] = 'value';
    switch ($kind) {
        case 'a global user': $GLOBALS['user'] = new User; break;
        case 'a user in the session': $_SESSION['user'] = new User; break;
        case 'a handler in a global variable': $GLOBALS['handler'] = $handler; break;
        case 'a part': $handler->part = new Part; break;
    }
    unset($handler);
    if ($kind === 'exit()') { exit; }
}

PHP;
$in_scope = '$scope = Async\Scope::isolated(catchExit: true); $scope->spawn(script(...), %s); $scope->awaitCompletion(); $scope->dispose();'
    . ' $scope->awaitAfterCancellation();';
$same = 0;
foreach (['plain', 'exit()', 'a global user', 'a user in the session', 'a handler in a global variable', 'a part'] as $kind) {
    foreach ([false, true] as $is_object) {
        foreach ([false, true] as $is_shutdown_function) {
            $arguments = var_export($is_object, true) . ', ' . var_export($is_shutdown_function, true) . ", '$kind'";
            [$wanted] = run_php($common . "script($arguments);");
            [$is] = run_php($common . sprintf($in_scope, $arguments));
            // What goes first, a handler or what the session holds, is not said.
            $sorted = function (string $text) use ($kind) {
                $lines = explode("\n", $text);
                $kind === 'a user in the session' && sort($lines);
                return $lines;
            };
            if ($sorted($wanted) === $sorted($is) && str_contains($is, 'write name|') && str_contains($is, 'handler: ')) {
                $same++;
            } else {
                echo "$arguments:\n$wanted---- in a scope:\n$is\n";
            }
        }
    }
}
echo "$same are the same\n";
?>
--EXPECT--
24 are the same
